// Numbers in words.
const COUNT = new Intl.NumberFormat("en-US");
export const count = (number) => COUNT.format(number);
export const plural = (number, word, many = `${word}s`) => `${count(number)} ${number === 1 ? word : many}`;
