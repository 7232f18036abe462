#include "shim.h"

#include "../loading/loading.h"

LIBRARY("libcrypto.so.3")

FORWARD(int, BIO_free, (BIO *a), (a))
FORWARD(BIO *, BIO_new_mem_buf, (const void *buf, int len), (buf, len))
FORWARD(int, BN_bn2bin, (const BIGNUM *a, unsigned char *to), (a, to))
FORWARD(BIGNUM *, BN_bin2bn, (const unsigned char *s, int len, BIGNUM *ret), (s, len, ret))
FORWARD(void, BN_clear_free, (BIGNUM *a), (a))
FORWARD(void, BN_CTX_free, (BN_CTX *c), (c))
FORWARD(BN_CTX *, BN_CTX_new, (void), ())
FORWARD(int, BN_div,
    (BIGNUM *dv, BIGNUM *rem, const BIGNUM *m, const BIGNUM *d, BN_CTX *ctx),
    (dv, rem, m, d, ctx))
FORWARD(BIGNUM *, BN_new, (void), ())
FORWARD(int, BN_num_bits, (const BIGNUM *a), (a))
FORWARD(int, BN_sub_word, (BIGNUM *a, BN_ULONG w), (a, w))
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
FORWARD(int, EVP_DigestVerify,
    (EVP_MD_CTX *ctx, const unsigned char *sigret, size_t siglen, const unsigned char *tbs, size_t
    tbslen), (ctx, sigret, siglen, tbs, tbslen))
FORWARD(int, EVP_DigestVerifyInit,
    (EVP_MD_CTX *ctx, EVP_PKEY_CTX **pctx, const EVP_MD *type, ENGINE *e, EVP_PKEY *pkey),
    (ctx, pctx, type, e, pkey))
FORWARD(void, EVP_MD_CTX_free, (EVP_MD_CTX *ctx), (ctx))
FORWARD(EVP_MD_CTX *, EVP_MD_CTX_new, (void), ())
FORWARD(void, EVP_PKEY_free, (EVP_PKEY *pkey), (pkey))
FORWARD(int, EVP_PKEY_get_base_id, (const EVP_PKEY *pkey), (pkey))
FORWARD(int, EVP_PKEY_get_bits, (const EVP_PKEY *pkey), (pkey))
FORWARD(int, EVP_PKEY_get_raw_public_key,
    (const EVP_PKEY *pkey, unsigned char *pub, size_t *len), (pkey, pub, len))
FORWARD(int, EVP_PKEY_get_size, (const EVP_PKEY *pkey), (pkey))
FORWARD(const EVP_MD *, EVP_md5, (void), ())
FORWARD(const EVP_MD *, EVP_sha1, (void), ())
FORWARD(const EVP_MD *, EVP_sha256, (void), ())
FORWARD(const EVP_MD *, EVP_sha384, (void), ())
FORWARD(const EVP_MD *, EVP_sha512, (void), ())
FORWARD(unsigned char *, HMAC,
    (const EVP_MD *evp_md, const void *key, int key_len, const unsigned char *data, size_t data_len,
    unsigned char *md, unsigned int *md_len), (evp_md, key, key_len, data, data_len, md, md_len))
FORWARD(EVP_PKEY *, PEM_read_bio_PrivateKey, (BIO *out, EVP_PKEY **x, pem_password_cb *cb, void *u),
    (out, x, cb, u))
FORWARD(EVP_PKEY *, PEM_read_bio_PUBKEY, (BIO *out, EVP_PKEY **x, pem_password_cb *cb, void *u),
    (out, x, cb, u))
