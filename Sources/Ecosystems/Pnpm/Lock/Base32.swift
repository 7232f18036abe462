/// Base 32 of RFC 4648 in lower case, without padding, as pnpm 9 writes MD5 hashes.
enum Base32 {
  static func encode(_ bytes: [UInt8]) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".unicodeScalars)
    var result = ""
    var (bits, count) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | Int(byte)
      count += 8
      while count >= 5 {
        count -= 5
        result.unicodeScalars.append(alphabet[bits >> count & 31])
      }
    }
    if count > 0 { result.unicodeScalars.append(alphabet[bits << (5 - count) & 31]) }
    return result
  }
}
