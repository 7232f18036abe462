"""RS256 signatures of JSON web tokens, with Python's standard library and the `openssl` program."""

import base64
import hashlib
import json
import os
import re
import subprocess

# The DER encoding of a SHA-256 digest without the digest itself: RFC 8017, section 9.2, note 1.
SHA256_PREFIX = bytes.fromhex("3031300d060960864801650304020105000420")
EXPONENT = 65537


class AppKey:
    """The RSA key of a GitHub App, kept in a file in PEM."""

    def __init__(self, path):
        if not os.path.exists(path):
            create = ["openssl", "genrsa", "-traditional", "-out", path, "2048"]
            subprocess.run(create, check=True, capture_output=True)
        show = ["openssl", "rsa", "-in", path, "-noout", "-modulus"]
        output = subprocess.run(show, check=True, capture_output=True, text=True).stdout
        self.modulus = int(re.fullmatch(r"Modulus=([0-9A-F]+)\s*", output)[1], 16)

    def claims(self, token):
        """Returns the claims of a signed token; `ValueError` if it isn't valid."""
        head, payload, signature = token.split(".")
        if json.loads(decoded(head)).get("alg") != "RS256":
            raise ValueError("the algorithm is not RS256")
        if not self.has_signed(f"{head}.{payload}".encode(), decoded(signature)):
            raise ValueError("the signature doesn't match")
        claims = json.loads(decoded(payload))
        if not isinstance(claims, dict):
            raise ValueError("the claims are not an object")
        return claims

    def has_signed(self, message, signature):
        """Verifies a signature with PKCS #1 1.5 padding: RFC 8017, section 8.2.2."""
        size = (self.modulus.bit_length() + 7) // 8
        digest = SHA256_PREFIX + hashlib.sha256(message).digest()
        expected = b"\x00\x01" + b"\xff" * (size - len(digest) - 3) + b"\x00" + digest
        number = int.from_bytes(signature, "big")
        return (
            len(signature) == size
            and number < self.modulus
            and (pow(number, EXPONENT, self.modulus).to_bytes(size, "big") == expected)
        )


def decoded(text):
    """Decodes base64url without padding."""
    if re.search(r"[^\w-]", text, re.ASCII):
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
