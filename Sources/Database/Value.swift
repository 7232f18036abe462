/// What a cell of a table holds, in SQLite's five storage classes.
package enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A type whose values stand in a cell and are read from one.
///
/// Reading is exact: no number becomes a text, none loses digits.
package protocol Storable {
  /// The cell's content.
  var databaseValue: Value { get }

  /// Reads a cell; nil when it holds something else.
  init?(databaseValue: Value)
}

extension Value: Storable {
  /// The cell itself, for statements that are put together from cells.
  package var databaseValue: Value { self }

  /// Takes any cell as it is.
  package init(databaseValue: Value) {
    self = databaseValue
  }
}

extension String: Storable {
  /// In UTF-8; PostgreSQL refuses one that holds a NUL.
  package var databaseValue: Value { .text(self) }

  /// Reads a text alone.
  package init?(databaseValue: Value) {
    guard case .text(let text) = databaseValue else { return nil }
    self = text
  }
}

extension Storable where Self: FixedWidthInteger {
  /// Reads an integer that this type can hold.
  package init?(databaseValue: Value) {
    guard case .integer(let number) = databaseValue else { return nil }
    self.init(exactly: number)
  }
}

extension Int: Storable {
  /// Widened to the 64 bits that a cell has.
  package var databaseValue: Value { .integer(Int64(self)) }
}

extension Int64: Storable {
  /// The storage class as it is: SQLite's integers have 64 bits.
  package var databaseValue: Value { .integer(self) }
}

extension Bool: Storable {
  /// SQLite has no truth values: 1 and 0.
  package var databaseValue: Value { .integer(self ? 1 : 0) }

  /// Reads 0 and 1 alone.
  package init?(databaseValue: Value) {
    switch databaseValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension Double: Storable {
  /// In IEEE 754; SQLite turns a NaN into NULL.
  package var databaseValue: Value { .real(self) }

  /// Reads a floating-point number alone.
  package init?(databaseValue: Value) {
    guard case .real(let number) = databaseValue else { return nil }
    self = number
  }
}

extension [UInt8]: Storable {
  /// Kept byte for byte, zeros included.
  package var databaseValue: Value { .blob(self) }

  /// Reads bytes alone.
  package init?(databaseValue: Value) {
    guard case .blob(let bytes) = databaseValue else { return nil }
    self = bytes
  }
}

extension Optional: Storable where Wrapped: Storable {
  /// NULL for nil, else the wrapped value's own cell.
  package var databaseValue: Value { self?.databaseValue ?? .null }

  /// Reads NULL as nil, and anything else as the wrapped type does.
  package init?(databaseValue: Value) {
    if databaseValue == .null {
      self = .none
    } else {
      guard let wrapped = Wrapped(databaseValue: databaseValue) else { return nil }
      self = .some(wrapped)
    }
  }
}
