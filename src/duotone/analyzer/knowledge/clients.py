"""Rows of the blocking calls of libraries: clients of databases, services and models, and their async counterparts.

To add a call, add a row: the module or class, its functions or methods, and what to use instead. The rows are sorted.
Only what surely waits for something outside of the process is here, or takes its time on purpose, as hashes of
passwords do.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CLIENTS"]

_HTTP = "httpx.AsyncClient"
_THREAD = "await asyncio.to_thread(...)"
_VERBS = "delete get head options patch post put request"

_REDIS = "redis.asyncio.Redis"
_REDIS_COMMANDS = (
    "blpop brpop decr delete eval execute_command exists expire flushall flushdb get getdel hdel hexists hget "
    "hgetall hincrby hkeys hmget hset hvals incr incrby info keys lindex llen lpop lpush lrange lrem ltrim mget "
    "mset ping publish rpop rpush sadd scan scard sdiff set setex setnx sinter sismember smembers srem sunion ttl "
    "type unlink xack xadd xgroup_create xlen xrange xread xreadgroup zadd zcard zincrby zrange zrangebyscore zrank "
    "zrem zscore"
)
_MONGO = "pymongo.AsyncMongoClient"
_MONGO_METHODS = (
    "bulk_write count_documents create_index delete_many delete_one distinct drop estimated_document_count find_one "
    "find_one_and_delete find_one_and_replace find_one_and_update insert_many insert_one replace_one update_many "
    "update_one"
)
_SEARCH = "bulk count create delete exists get index info mget msearch ping scroll search update"
_CURSOR = "callproc execute executemany fetchall fetchmany fetchone"
_SQLALCHEMY = "sqlalchemy.ext.asyncio"
_SESSION = "commit execute flush get refresh rollback scalar scalars"
_QUERY = "all count first one one_or_none scalar"

CLIENTS: Final[tuple[tuple[str, str, str], ...]] = (
    ("MySQLdb", "connect", "asyncmy"),
    ("anthropic.resources.messages.Messages", "count_tokens create stream", "anthropic.AsyncAnthropic"),
    ("anthropic.resources.messages.messages.Messages", "count_tokens create stream", "anthropic.AsyncAnthropic"),
    ("bcrypt", "checkpw hashpw kdf", _THREAD),
    ("cloudscraper.CloudScraper", f"{_VERBS} send", _THREAD),
    ("confluent_kafka.Consumer", "consume poll", "aiokafka"),
    ("confluent_kafka.Producer", "flush", "aiokafka"),
    ("curl_cffi", _VERBS, "curl_cffi.AsyncSession"),
    ("curl_cffi.Session", f"{_VERBS} stream", "curl_cffi.AsyncSession"),
    ("curl_cffi.requests", _VERBS, "curl_cffi.AsyncSession"),
    ("curl_cffi.requests.Session", f"{_VERBS} stream", "curl_cffi.AsyncSession"),
    ("curl_cffi.requests.session.Session", f"{_VERBS} stream", "curl_cffi.AsyncSession"),
    ("dns.resolver", "query resolve", "dns.asyncresolver.resolve"),
    ("docker.client.DockerClient", "info ping version", "aiodocker"),
    ("docker.models.containers.Container", "exec_run kill logs remove restart start stop wait", "aiodocker"),
    ("docker.models.containers.ContainerCollection", "create get list run", "aiodocker"),
    ("docker.models.images.ImageCollection", "build get list pull push", "aiodocker"),
    ("duotone", "run", "await duotone.call(...)"),
    ("duotone.contract", "run", "await duotone.call(...)"),
    ("duotone.contract.calls", "run", "await duotone.call(...)"),
    ("elasticsearch.Elasticsearch", _SEARCH, "elasticsearch.AsyncElasticsearch"),
    ("elasticsearch._sync.client.Elasticsearch", _SEARCH, "elasticsearch.AsyncElasticsearch"),
    ("git.Repo", "clone clone_from", _THREAD),
    ("git.repo.base.Repo", "clone clone_from", _THREAD),
    ("google.genai.models.Models", "embed_content generate_content", "client.aio.models"),
    ("httpx", f"{_VERBS} stream", _HTTP),
    ("httpx.Client", f"{_VERBS} send stream", _HTTP),
    ("httpx._api", f"{_VERBS} stream", _HTTP),
    ("httpx._client.Client", f"{_VERBS} send stream", _HTTP),
    ("httpx2", f"{_VERBS} stream", "httpx2.AsyncClient"),
    ("httpx2.Client", f"{_VERBS} send stream", "httpx2.AsyncClient"),
    ("httpx2._api", f"{_VERBS} stream", "httpx2.AsyncClient"),
    ("httpx2._client.Client", f"{_VERBS} send stream", "httpx2.AsyncClient"),
    ("huggingface_hub", "hf_hub_download snapshot_download", _THREAD),
    ("kafka.KafkaConsumer", "poll", "aiokafka"),
    ("kafka.KafkaProducer", "flush", "aiokafka"),
    ("litellm", "completion embedding text_completion", "the function of the same name with an a before it"),
    ("litellm.main", "completion embedding text_completion", "the function of the same name with an a before it"),
    ("mysql.connector", "connect", "mysql.connector.aio"),
    ("ollama", "chat embed embeddings generate pull", "ollama.AsyncClient"),
    ("ollama.Client", "chat embed embeddings generate pull", "ollama.AsyncClient"),
    ("ollama._client.Client", "chat embed embeddings generate pull", "ollama.AsyncClient"),
    ("openai.resources.audio.transcriptions.Transcriptions", "create", "openai.AsyncOpenAI"),
    ("openai.resources.chat.completions.Completions", "create parse", "openai.AsyncOpenAI"),
    ("openai.resources.chat.completions.completions.Completions", "create parse", "openai.AsyncOpenAI"),
    ("openai.resources.completions.Completions", "create", "openai.AsyncOpenAI"),
    ("openai.resources.embeddings.Embeddings", "create", "openai.AsyncOpenAI"),
    ("openai.resources.images.Images", "edit generate", "openai.AsyncOpenAI"),
    ("openai.resources.moderations.Moderations", "create", "openai.AsyncOpenAI"),
    ("openai.resources.responses.Responses", "create parse", "openai.AsyncOpenAI"),
    ("openai.resources.responses.responses.Responses", "create parse", "openai.AsyncOpenAI"),
    ("opensearchpy.OpenSearch", _SEARCH, "opensearchpy.AsyncOpenSearch"),
    ("oracledb", "connect", "oracledb.connect_async"),
    ("paramiko.SSHClient", "connect exec_command", "asyncssh"),
    ("paramiko.client.SSHClient", "connect exec_command", "asyncssh"),
    ("pika", "BlockingConnection", "aio_pika"),
    ("pika.adapters.blocking_connection", "BlockingConnection", "aio_pika"),
    ("pika.adapters.blocking_connection.BlockingChannel", "basic_publish start_consuming", "aio_pika"),
    ("playwright.sync_api", "sync_playwright", "playwright.async_api.async_playwright"),
    ("psutil", "wait_procs", _THREAD),
    ("psutil.Process", "wait", _THREAD),
    ("psycopg", "connect", "psycopg.AsyncConnection.connect"),
    ("psycopg.Connection", "commit connect execute rollback", "psycopg.AsyncConnection"),
    ("psycopg.Cursor", _CURSOR, "psycopg.AsyncCursor"),
    ("psycopg.connection.Connection", "commit connect execute rollback", "psycopg.AsyncConnection"),
    ("psycopg.cursor.Cursor", _CURSOR, "psycopg.AsyncCursor"),
    ("psycopg2", "connect", "psycopg.AsyncConnection or asyncpg"),
    ("psycopg2._psycopg.connection", "commit rollback", "psycopg.AsyncConnection or asyncpg"),
    ("psycopg2._psycopg.cursor", _CURSOR, "psycopg.AsyncConnection or asyncpg"),
    ("psycopg2.extensions.connection", "commit rollback", "psycopg.AsyncConnection or asyncpg"),
    ("psycopg2.extensions.cursor", _CURSOR, "psycopg.AsyncConnection or asyncpg"),
    ("pymongo.collection.Collection", _MONGO_METHODS, _MONGO),
    ("pymongo.synchronous.collection.Collection", _MONGO_METHODS, _MONGO),
    ("pymysql", "connect", "asyncmy"),
    ("pymysql.connections.Connection", "commit ping query rollback", "asyncmy"),
    ("pymysql.cursors.Cursor", "callproc execute executemany", "asyncmy"),
    ("pyodbc", "connect", "aioodbc"),
    ("redis.Pipeline", "execute", _REDIS),
    ("redis.Redis", _REDIS_COMMANDS, _REDIS),
    ("redis.StrictRedis", _REDIS_COMMANDS, _REDIS),
    ("redis.client.Pipeline", "execute", _REDIS),
    ("redis.client.Redis", _REDIS_COMMANDS, _REDIS),
    ("requests", _VERBS, _HTTP),
    ("requests.Session", f"{_VERBS} send", _HTTP),
    ("requests.api", _VERBS, _HTTP),
    ("requests.sessions.Session", f"{_VERBS} send", _HTTP),
    ("serial.Serial", "flush read read_until readline readlines write", "serial_asyncio"),
    ("slack_sdk.WebClient", "api_call chat_postMessage chat_update files_upload_v2", "slack_sdk.web.async_client"),
    (
        "slack_sdk.web.client.WebClient",
        "api_call chat_postMessage chat_update files_upload_v2",
        "slack_sdk.web.async_client",
    ),
    ("snowflake.connector", "connect", _THREAD),
    ("sqlalchemy.engine.Connection", "commit execute rollback scalar scalars", _SQLALCHEMY),
    ("sqlalchemy.engine.Engine", "begin connect", _SQLALCHEMY),
    ("sqlalchemy.engine.base.Connection", "commit execute rollback scalar scalars", _SQLALCHEMY),
    ("sqlalchemy.engine.base.Engine", "begin connect", _SQLALCHEMY),
    ("sqlalchemy.orm.Query", _QUERY, _SQLALCHEMY),
    ("sqlalchemy.orm.Session", _SESSION, _SQLALCHEMY),
    ("sqlalchemy.orm.query.Query", _QUERY, _SQLALCHEMY),
    ("sqlalchemy.orm.session.Session", _SESSION, _SQLALCHEMY),
    ("urllib3", "request", _HTTP),
    ("urllib3.HTTPConnectionPool", "request urlopen", _HTTP),
    ("urllib3.PoolManager", "request urlopen", _HTTP),
    ("urllib3.connectionpool.HTTPConnectionPool", "request urlopen", _HTTP),
    ("urllib3.poolmanager.PoolManager", "request urlopen", _HTTP),
    ("yt_dlp.YoutubeDL", "download extract_info", _THREAD),
    ("yt_dlp.YoutubeDL.YoutubeDL", "download extract_info", _THREAD),
)
