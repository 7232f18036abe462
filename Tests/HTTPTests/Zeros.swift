/// A million zeros as `gzip -9 -n` packs them.
enum Zeros {
  static let gzip: [UInt8] =
    [
      0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3, 237, 193, 1, 1, 0, 0, 0, 130, 32, 255, 175, 110, 72, 64,
      1,
    ]
    + [UInt8](repeating: 0, count: 968) + [175, 6, 158, 203, 121, 18, 64, 66, 15, 0]
}
