package import Time

/// A value of a column, in one of SQLite's five storage classes.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A type that can be converted to and from a column value.
///
/// Conversions are exact: numbers and texts are never converted to each other, and no digits are
/// lost.
package protocol Storable {
  /// The value to store.
  var databaseValue: Value { get }

  /// Converts a stored value; nil if its type does not match.
  init?(databaseValue: Value)
}

extension Value: Storable {
  /// The value itself, for statements with values of any type.
  package var databaseValue: Value { self }

  /// Accepts any value.
  package init(databaseValue: Value) {
    self = databaseValue
  }
}

extension String: Storable {
  /// A text in UTF-8; PostgreSQL refuses NUL characters.
  package var databaseValue: Value { .text(self) }

  /// Converts a text only.
  package init?(databaseValue: Value) {
    guard case .text(let text) = databaseValue else { return nil }
    self = text
  }
}

extension Storable where Self: FixedWidthInteger {
  /// Converts an integer that fits into this type.
  package init?(databaseValue: Value) {
    guard case .integer(let number) = databaseValue else { return nil }
    self.init(exactly: number)
  }
}

extension Int: Storable {
  /// The integer with 64 bits.
  package var databaseValue: Value { .integer(Int64(self)) }
}

extension Int64: Storable {
  /// An integer with 64 bits.
  package var databaseValue: Value { .integer(self) }
}

extension Bool: Storable {
  /// 1 or 0, because SQLite has no Boolean type.
  package var databaseValue: Value { .integer(self ? 1 : 0) }

  /// Converts 0 and 1 only.
  package init?(databaseValue: Value) {
    switch databaseValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Double: Storable {
  /// An IEEE 754 number; SQLite stores NaN as NULL.
  package var databaseValue: Value { .real(self) }

  /// Converts a floating-point number only.
  package init?(databaseValue: Value) {
    guard case .real(let number) = databaseValue else { return nil }
    self = number
  }
}

extension Timestamp: Storable {
  /// Whole seconds since 1970, rounded down, so that SQL compares times as numbers.
  package var databaseValue: Value { .integer(seconds) }

  /// Converts a number of seconds.
  package init?(databaseValue: Value) {
    guard let seconds = Int64(databaseValue: databaseValue) else { return nil }
    self.init(seconds: seconds)
  }
}

extension [UInt8]: Storable {
  /// The bytes, unchanged.
  package var databaseValue: Value { .blob(self) }

  /// Converts bytes only.
  package init?(databaseValue: Value) {
    guard case .blob(let bytes) = databaseValue else { return nil }
    self = bytes
  }
}

extension Optional: Storable where Wrapped: Storable {
  /// NULL for nil, otherwise the wrapped value.
  package var databaseValue: Value { self?.databaseValue ?? .null }

  /// Converts NULL to nil, and other values to the wrapped type.
  package init?(databaseValue: Value) {
    if databaseValue == .null {
      self = .none
    } else {
      guard let wrapped = Wrapped(databaseValue: databaseValue) else { return nil }
      self = .some(wrapped)
    }
  }
}
