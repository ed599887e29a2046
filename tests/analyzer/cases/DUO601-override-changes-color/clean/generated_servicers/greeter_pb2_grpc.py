"""What is generated for a service has plain methods, and servers of both colors take it."""


class GreeterServicer(object):
    def Greet(self, request, context):
        context.set_details("Method not implemented!")
        raise NotImplementedError("Method not implemented!")

    def Watch(self, request, context):
        context.set_details("Method not implemented!")
        raise NotImplementedError("Method not implemented!")
