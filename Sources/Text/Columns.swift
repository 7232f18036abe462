extension String {
  /// The columns of a terminal that it takes: two for each character of East Asian scripts.
  package var columns: Int { reduce(0) { $0 + ($1.isWide ? 2 : 1) } }
}

extension Character {
  /// Whether it is wide in the sense of UAX 11: CJK signs, kana, Hangul and full-width forms.
  package var isWide: Bool {
    guard let scalar = unicodeScalars.first, scalar.value >= 0x1100 else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}
