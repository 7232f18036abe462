import TestSupport

/// Keys generated with OpenSSL 3.0 for these tests only.
enum Fixture {
  /// Generated with `openssl genrsa -traditional 2048`.
  static let pkcs1 = SigningKey.pem

  /// The modulus of the same key, in Base64 for URLs.
  static let modulus =
    "wAqnfjK84AgL-K7N56dp6Sl8bQ8izSOZ6QahhWTpF8oglHj-RLjvI9MZKn2IEh2zt3saL6uGZv3ZUmo-BaiUidf-gDh"
    + "YUBSkV5so1tMb5mEovGYtDlIpMXL-6eWpJjru34ADZ0ZjrMi3TC50WOnLOKWAr1_7fSSKbZwA6OnhTKSVwu4KvFAG22"
    + "PBi5S09ObN4eOaqmPJ9sFdgXswFjUqIGfo7a6FR0_czepw1mPzdoyXGqHsoL5zOSALEtvvnHMZNWhFjxtdarg1WF3lE"
    + "liGNu9cd51eyCtvVvJXaM36bdvQWizbWrFVVyxNqtp4wvZQ80qhnA1O_o6S28V4q5psSw"

  /// The same key, converted with `openssl pkcs8 -topk8 -nocrypt`.
  static let pkcs8 = """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDACqd+MrzgCAv4
    rs3np2npKXxtDyLNI5npBqGFZOkXyiCUeP5EuO8j0xkqfYgSHbO3exovq4Zm/dlS
    aj4FqJSJ1/6AOFhQFKRXmyjW0xvmYSi8Zi0OUikxcv7p5akmOu7fgANnRmOsyLdM
    LnRY6cs4pYCvX/t9JIptnADo6eFMpJXC7gq8UAbbY8GLlLT05s3h45qqY8n2wV2B
    ezAWNSogZ+jtroVHT9zN6nDWY/N2jJcaoeygvnM5IAsS2++ccxk1aEWPG11quDVY
    XeUSWIY271x3nV7IK29W8ldozfpt29BaLNtasVVXLE2q2njC9lDzSqGcDU7+jpLb
    xXirmmxLAgMBAAECggEAFfhCECBq1jBlejY5TSKsbaW2290q7JABmBSPnuyb9AJG
    NuYepKsJhK4uR1ukGPp36Go3ZTO4xQiOd6y62rfeAmUI8w8/Hy41XOZdxjHRk8oS
    uHbx+ZzxpHwU6JpC/yIn2L7S5No7JfWybo8z9UYN3zWj4qxW34qyIXcC7aJwCW3p
    wxZ4SYzHX17V7FhUr1EIEXMgdhNmak8GmUo7JYmf1MIFsdSnrsDaoDUal3aQbm8k
    ol6VvW/OV0Hz8dSVG/QdTsAIB0qEi4S5nXrJJmTLQqeuHTzwVeMBqWKpqqzYRWhe
    tveiD5Yne9MfopiwHa0EapTwkDsPnB1FZO0gTUH9fQKBgQD2+r/fZFo0phlqV8ZT
    g4Z8QYtv9PQWXqs1aivbCH8NFU7vIldU34dGnS1wR4/+2b7wJiebk2x/6/R/clx8
    baDzKWX/i9UPH9sU6HmXisigA5+D71CS1M7ZCsE3YXAxvrNMVEHrUK/eEKndNIUX
    vw9M7E9FFNXL/IkL5pxYxncpRwKBgQDHDjzFO6+oCMrvyfdI9MH6B1ozlFZ4CeA2
    C6NhsevPfNavd13l556/F/m8RCXsavdxZgkfhj33XMxgj4+nVnSMjdDFbgsn3H+z
    w7hwhZEJrbSmHtv643Sj8S9mJoXjg2oASAKQmNwgU54QUf4UrByeqlFrEWnP9s8i
    ZQ1bbirm3QKBgAGUOtPPzW/WvATdCMyR47M5rA2MMF9QPaH6ysr8s+s+fqGyw4Is
    Z64A5UB5hKcpdzoL1Gb/O0taE9cYwRSeks/bLObEWxlcp8brcZORdJTpUQTD6+z0
    ZVon4nJbMh9vS7AqPb2mZ2lxC9T5N/yd4RgpzpvvdSp3s9yanddHdY2TAoGAW99O
    XRn3MO8d+x6Ua6/L98J892F3p1+nhEpK1kRwOgu8arAFPp9wvXIraaFqf3u/SS92
    9n3XC9xg2BBqlSlqEZVCzlzD+Vnj9uxWrFh5YKYzwphrn5hrtV8UKWmOUjvNKOQT
    ivmCX8k4IwA07QWjD/g8K9aVp86aO524VIK8emECgYA+AZp6kd038En3uyLQQyu3
    rbKweL8bABL/zFHyj9mwjJGX4hk2PIVPraLQvQMUnpUTDGizSGRwiWR/hF7K0uRE
    oE2kF+FBI+jeGXTxl0aBLC4pRWilIZuSfAHdl1QhGcHnXrDePdJLoBbUU7c6SeBT
    u5Jip912HbhJQ3wHMOFAnQ==
    -----END PRIVATE KEY-----
    """

  /// The same key, converted with `openssl pkcs8 -topk8` and the password `x`.
  static let encrypted = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIIFLTBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQIXePQAiAFvrwCAggA
    MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBBEzOlwxbqMkoRfX8QRjm6hBIIE
    0HRUDqbNyhJ5LSBEA6anK4OIJB3YVrAPDdSXVJ2/TZhIhbufOGWSaFPYOUVfIuX2
    /Ib6hySM3ozhL1i9m7QQhN3vtuewPHldBo+39vMMoLFbcjFdWhXPxOuS3PV/CGlA
    7Z7LLTkS8HpZlfFPa7oDpsEaXwt899i0DeDTygpDt/QJOLLefF2aYGGoGtF4PE6C
    0CYC7g8V7QkC4G80v3GdU+SDnFzKnH6qifC3tcrX2b0d7u0YiDHbR3m+4AgUu2sk
    GdH166gMqcVUbg4CgoqRAVPMk9NEFIrKlSO9uzmEwzDdPRE5Uj1rw92cJ9tF8PaS
    jaHELOx5HFbfFFUCMM60fY5rTSUkfUBHWBehbTIBk3rncCL8VogihxjkfN9rkiaq
    f+BluPen+t32yA7Bq8WElXGgxAmMo6fESjRSjb9GeusFPib6vEGoN/UPzBGdSlrW
    q9tHaWZl90VH2Tkhl0byLO0/LaDTibOF2jknUHV4qecgiTen+lHzOZcjjve2XoUB
    6OZvD8z9jevYTL7xzSwsy3lkIWZCd7fzbJMOpyvBsJlFrFbE7Z2izqJyqq4IJsii
    1O+H0v+wC/dMpUSygW01C4S76FRvq7+Cj1dTM8T0ZNQi9zOTYNHnevNuh3b1Rkc/
    GFIKZ60cyvxI287iaxMmu7WMgXNZD4RVqgrN7dPxYpiEC1gA+RE2gnPeTRK9Fztl
    836DMRWed6qKOUciy1ynN8mfpYXWaTwB7XcV4Vi9/FbkQKoGKYzghziAPG6zCVux
    VpefLWbabprjE5YrFp4n5OdGthIGN044wm01MZevu9frNSkIW5pzF1kuvE/TKK0F
    cJxeJ/1xytLfv9dw2xKhEt9LK0KW9gPl60YwsOScXQ3hAKEj4YsuEcDP+ERlJXeV
    aNdHoA5M7xaG9ryA8HxeAGlktdoYWmT2KynP+1VY8/c84iVbFKKAkmvu+7lOcSfe
    Mxj78f28ELduw2eFXG5jd9fHS65AB2Ol8DXdMFwjjUBBtQS86E4Aa43+kP//xRk2
    RHbBMRWg6iIa8kwKVcxBQdykRIyoNmZ+/7iGuAtb5x/i6cnDF0C25HZjNxbD16HZ
    ZDFM/rZdH1nZg/1OHn9xi6DBPR4loAU5NQkAZx9W3TVzhuS47Xe4wKIDsFc/9eos
    V8DI7EKOPo69fBVZatYs1lSfzyf1XJaytweKp9y6Zkx7lTJDYj6LYf39mXdZGiYL
    LQlyZ0f8CTZXj33UCndIiXAVehhc6iL0+b9bRepuERTHMKsMkO2nhB7HIKavL/vq
    fHPtMdCUGlTSQotApKDJX00aggXfR+siJs8AKVBcuu8m5IidhQgtoq4WW1vsWGgC
    s+/zcKKhrYjNHY5pHMCrvPdvyufZP5PkbmazK68dX45ScnZyVYyHqOxmt4xsitsQ
    IzybeRnFB3saDjbJiptCq2qYH7Jhv0KguLhrS5HfTGWPXkW6BZJQlSuNtdpymf47
    Kgm5RIMT0Ie/fVImZoLZqyVaaLO+3BLgkn3RGtBGq/Xc4UME+oC18f1bIvnEecqu
    Ixa0LhxgKfNZtGq7fsAbJw1FWZb54I+ttiIXeOy54Oft2eamKyB6s/Wb+80l57dL
    oRG7UOvHaGx/h0Kfjk0WhdjrcAP4atkRm7Yr/85W68kt
    -----END ENCRYPTED PRIVATE KEY-----
    """

  /// Generated with `openssl ecparam -name prime256v1 -genkey`.
  static let curve = """
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEIGWf9yKRfovFr3hsr6MAO9g1A3douTCSn1bdGXqAheF3oAoGCCqGSM49
    AwEHoUQDQgAEbxJqTcbftibQPv3iIC3+CFXFxcTGZ2rvsshizXo/bZ6HeAWVRYLw
    CyAdOgg9mf4wjFRzjqT3GkVqYLtUt3YKXQ==
    -----END EC PRIVATE KEY-----
    """

  /// An RSA key of 1024 bits.
  static let short = """
    -----BEGIN PRIVATE KEY-----
    MIICeQIBADANBgkqhkiG9w0BAQEFAASCAmMwggJfAgEAAoGBALA+/w3GyG7fUoiT
    N78oUigwUODqwuQqzUf3DDzE7Q9ixlp9xk93wOgTXfyw4xbc6ASL5GJ22WUFN7Hq
    QlZ1eHiY88fvMtDFV0LroCY/VYyiBKSWKTBD2b5hN10DGP1RC8oz51RtWclmnE4d
    TaQDWZa6HRl8KKlJovnZKKQW21YfAgMBAAECgYEAn2ibME63QvDiqXzeUxuZE5h/
    zq8Hj2/XNFwSyXQkJmJknbxc/cuGw2GhBMjI3Qj5IgOVkimE/4X0lgsX7TNavdiT
    ywbdPCrWZD7rDf+HSuOVLni0cLDW8IUIY0AtFU2/WENi/RKSSSvKPcjMX4ZPJrZl
    HPJsGoeRzI7Je+ftw+ECQQDeXZ8agzVSl4jrUfdk0YGcCk2y9QTV6AwFIck62dL+
    V9I4s2zGA9yZ/lNj+Rl8d8oZnEaIkk0rsjre+NqKBouVAkEAyueLVt7BVQ8pWdhq
    IXEdyfso5JuW+pUdDQv0LMlXtbif0ITn7F6q1XtWAoP+ljphuMr0VDyypkHIdXP+
    wFsN4wJBAI+HorD8TCjZgxlRuPwsdxp/VBPVL5/avhd57We9PgHKMflDZ0yRJY2I
    qc739MlwkNTjGGwC8yjnTDSsMHOzMdkCQQDBGwR9tJqC/V75ZwH6udED/ci5aWqT
    KX7wf8PvK+ARzpgqt5KSXrZvXmZJFp4hE4cVe/J0iR/tIwZI4hA9uWrJAkEAr45H
    R2Ez9iQu+p0gJJ45aceUEzcDtl2UL8AlCIdadWHqQgTTdshi8ljdVLPnEaSD/PrE
    pmizX7Bxy7vrfbndTg==
    -----END PRIVATE KEY-----
    """

  /// The signature of `header.claims`, made with `openssl dgst -sha256 -sign`.
  static let signature = """
    Ys7leB/0sgDk3EvrpBus3vENslZLDz0ow6rahewDwmOB7LhRdDqNLUuIVmOtKth82FA7MR9riEtF\
    ZoDrWpkRp03ZNAtmTdNrvLndH9s7L625rH/z3MUqBtmLDcS//0byz5sLP+vjBeBCXWZdVJjrDTqn\
    wr3HnjoV0UUbKBLJYTNDdz10118+RtkvjQUJFQmJRdAQXotKMbxUlGjvtEglvBLTxIZEUX7MKhpm\
    FeuqGRi00nPG+YKNtOAnHqWc3IAaJQTy4z1TCNZaalcsEfNuIIkTkWswcX2vtCLJgzlbdzLwUMGU\
    PGSSgkGkLYQUzir2odnuSCmt2NZTaMJdoEwdMg==
    """
}
