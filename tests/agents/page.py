#!/usr/bin/env python3
"""A page of the web, served on the loopback to whoever fetches it, over TLS as an agent insists on.

    page.py CERTIFICATE KEY LOG [--port N]

Every path gives the same page, and leaves a line in LOG, which is there as soon as pages can be fetched.
"""
import argparse
import os
import ssl
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT = 8766
ADDRESS = "https://127.0.0.1:%d" % PORT
SAYS = "The swift sleeps on the wing."
PAGE = b"<html><body><h1>Field guide</h1><p>%s</p></body></html>\n" % SAYS.encode()


class Page:
    """The page and its certificate, made anew, which nobody trusts who was not told to."""

    def __init__(self, folder):
        self.certificate, self.key, self.log = (os.path.join(folder, "page." + part) for part in ("crt", "key", "log"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-days", "2", "-subj", "/CN=page", "-addext", "subjectAltName=IP:127.0.0.1",
                        "-keyout", self.key, "-out", self.certificate],
                       check=True, capture_output=True, timeout=30)

    def open(self, terminal):
        """Serves it in the terminal's network."""
        terminal.beside([sys.executable, os.path.abspath(__file__), self.certificate, self.key, self.log], self.log)

    def fetched(self):
        """The paths that were fetched."""
        with open(self.log, encoding="utf-8") as log:
            return log.read().splitlines()


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
    parser.add_argument("--port", type=int, default=PORT)
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", given.port), Handler)
    server.daemon_threads, server.log = True, given.log
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(given.certificate, given.key)
    server.socket = secured.wrap_socket(server.socket, server_side=True)
    with open(given.log, "a", encoding="utf-8"):
        pass
    server.serve_forever()


if __name__ == "__main__":
    main()
