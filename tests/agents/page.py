#!/usr/bin/env python3
"""A page of the web, served on the loopback to whoever fetches it, over TLS as an agent insists on.

    page.py CERTIFICATE KEY LOG [--port N]

Every path gives the same page, and leaves a line in LOG.
"""
import argparse
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = b"<html><body><h1>Field guide</h1><p>The swift sleeps on the wing.</p></body></html>\n"


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_GET(self):
        with open(self.server.log, "a", encoding="utf-8") as log:
            log.write(self.path + "\n")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("certificate")
    parser.add_argument("key")
    parser.add_argument("log")
    parser.add_argument("--port", type=int, default=8766)
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Handler)
    server.daemon_threads, server.log = True, given.log
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(given.certificate, given.key)
    server.socket = secured.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
