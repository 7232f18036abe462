/// An RSA key generated with OpenSSL 3.0 for these tests only.
package enum SigningKey {
  /// Generated with `openssl genrsa -traditional 2048`, the format of GitHub App keys.
  package static let pem = """
    -----BEGIN RSA PRIVATE KEY-----
    MIIEogIBAAKCAQEAwAqnfjK84AgL+K7N56dp6Sl8bQ8izSOZ6QahhWTpF8oglHj+
    RLjvI9MZKn2IEh2zt3saL6uGZv3ZUmo+BaiUidf+gDhYUBSkV5so1tMb5mEovGYt
    DlIpMXL+6eWpJjru34ADZ0ZjrMi3TC50WOnLOKWAr1/7fSSKbZwA6OnhTKSVwu4K
    vFAG22PBi5S09ObN4eOaqmPJ9sFdgXswFjUqIGfo7a6FR0/czepw1mPzdoyXGqHs
    oL5zOSALEtvvnHMZNWhFjxtdarg1WF3lEliGNu9cd51eyCtvVvJXaM36bdvQWizb
    WrFVVyxNqtp4wvZQ80qhnA1O/o6S28V4q5psSwIDAQABAoIBABX4QhAgatYwZXo2
    OU0irG2lttvdKuyQAZgUj57sm/QCRjbmHqSrCYSuLkdbpBj6d+hqN2UzuMUIjnes
    utq33gJlCPMPPx8uNVzmXcYx0ZPKErh28fmc8aR8FOiaQv8iJ9i+0uTaOyX1sm6P
    M/VGDd81o+KsVt+KsiF3Au2icAlt6cMWeEmMx19e1exYVK9RCBFzIHYTZmpPBplK
    OyWJn9TCBbHUp67A2qA1Gpd2kG5vJKJelb1vzldB8/HUlRv0HU7ACAdKhIuEuZ16
    ySZky0Knrh088FXjAaliqaqs2EVoXrb3og+WJ3vTH6KYsB2tBGqU8JA7D5wdRWTt
    IE1B/X0CgYEA9vq/32RaNKYZalfGU4OGfEGLb/T0Fl6rNWor2wh/DRVO7yJXVN+H
    Rp0tcEeP/tm+8CYnm5Nsf+v0f3JcfG2g8yll/4vVDx/bFOh5l4rIoAOfg+9QktTO
    2QrBN2FwMb6zTFRB61Cv3hCp3TSFF78PTOxPRRTVy/yJC+acWMZ3KUcCgYEAxw48
    xTuvqAjK78n3SPTB+gdaM5RWeAngNgujYbHrz3zWr3dd5eeevxf5vEQl7Gr3cWYJ
    H4Y991zMYI+Pp1Z0jI3QxW4LJ9x/s8O4cIWRCa20ph7b+uN0o/EvZiaF44NqAEgC
    kJjcIFOeEFH+FKwcnqpRaxFpz/bPImUNW24q5t0CgYABlDrTz81v1rwE3QjMkeOz
    OawNjDBfUD2h+srK/LPrPn6hssOCLGeuAOVAeYSnKXc6C9Rm/ztLWhPXGMEUnpLP
    2yzmxFsZXKfG63GTkXSU6VEEw+vs9GVaJ+JyWzIfb0uwKj29pmdpcQvU+Tf8neEY
    Kc6b73Uqd7Pcmp3XR3WNkwKBgFvfTl0Z9zDvHfselGuvy/fCfPdhd6dfp4RKStZE
    cDoLvGqwBT6fcL1yK2mhan97v0kvdvZ91wvcYNgQapUpahGVQs5cw/lZ4/bsVqxY
    eWCmM8KYa5+Ya7VfFClpjlI7zSjkE4r5gl/JOCMANO0Fow/4PCvWlafOmjuduFSC
    vHphAoGAPgGaepHdN/BJ97si0EMrt62ysHi/GwAS/8xR8o/ZsIyRl+IZNjyFT62i
    0L0DFJ6VEwxos0hkcIlkf4ReytLkRKBNpBfhQSPo3hl08ZdGgSwuKUVopSGbknwB
    3ZdUIRnB516w3j3SS6AW1FO3OkngU7uSYqfddh24SUN8BzDhQJ0=
    -----END RSA PRIVATE KEY-----
    """
}
