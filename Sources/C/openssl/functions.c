#include "shim.h"

#include "../loading/loading.h"

LIBRARY("libcrypto.so.3")

FORWARD(int, BIO_free, (BIO *a), (a))
FORWARD(BIO *, BIO_new_mem_buf, (const void *buf, int len), (buf, len))
FORWARD(int, CRYPTO_memcmp, (const void *in_a, const void *in_b, size_t len), (in_a, in_b, len))
FORWARD(void, ERR_clear_error, (void), ())
FORWARD(void, ERR_error_string_n, (unsigned long e, char *buf, size_t len), (e, buf, len))
FORWARD(unsigned long, ERR_peek_last_error, (void), ())
FORWARD(int, EVP_DigestFinal_ex, (EVP_MD_CTX *ctx, unsigned char *md, unsigned int *s),
    (ctx, md, s))
FORWARD(int, EVP_DigestInit_ex, (EVP_MD_CTX *ctx, const EVP_MD *type, ENGINE *impl),
    (ctx, type, impl))
FORWARD(int, EVP_DigestSign,
    (EVP_MD_CTX *ctx, unsigned char *sigret, size_t *siglen, const unsigned char *tbs, size_t
    tbslen), (ctx, sigret, siglen, tbs, tbslen))
FORWARD(int, EVP_DigestSignInit,
    (EVP_MD_CTX *ctx, EVP_PKEY_CTX **pctx, const EVP_MD *type, ENGINE *e, EVP_PKEY *pkey),
    (ctx, pctx, type, e, pkey))
FORWARD(int, EVP_DigestUpdate, (EVP_MD_CTX *ctx, const void *d, size_t cnt), (ctx, d, cnt))
FORWARD(void, EVP_MD_CTX_free, (EVP_MD_CTX *ctx), (ctx))
FORWARD(EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
FORWARD(void, EVP_PKEY_free, (EVP_PKEY *pkey), (pkey))
FORWARD(int, EVP_PKEY_get_base_id, (const EVP_PKEY *pkey), (pkey))
FORWARD(int, EVP_PKEY_get_bits, (const EVP_PKEY *pkey), (pkey))
FORWARD(int, EVP_PKEY_get_size, (const EVP_PKEY *pkey), (pkey))
FORWARD(const EVP_MD *, EVP_md5, (void), ())
FORWARD(const EVP_MD *, EVP_sha1, (void), ())
FORWARD(const EVP_MD *, EVP_sha256, (void), ())
FORWARD(const EVP_MD *, EVP_sha512, (void), ())
FORWARD(unsigned char *, HMAC,
    (const EVP_MD *evp_md, const void *key, int key_len, const unsigned char *data, size_t data_len,
    unsigned char *md, unsigned int *md_len), (evp_md, key, key_len, data, data_len, md, md_len))
FORWARD(EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO *out, EVP_PKEY **x, pem_password_cb *cb, void *u),
    (out, x, cb, u))
