/// Spreads work over time: a key always gets the same number, and many keys are spread evenly.
///
/// Swift's own hashes differ between runs, so this uses FNV-1a with a finishing mix.
package enum Jitter {
  /// Returns a number from 0 up to, but not including, a bound, derived from a key.
  package static func number(for key: String, below bound: Int64) -> Int64 {
    guard bound > 0 else { return 0 }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return Int64((hash ^ (hash >> 33)) % UInt64(bound))
  }

  /// Returns a number of whole seconds below a bound, derived from a key.
  package static func delay(for key: String, below bound: Duration) -> Duration {
    .seconds(number(for: key, below: bound.components.seconds))
  }
}
