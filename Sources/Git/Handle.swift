import CGit2

/// Owns an object of the C library and frees it.
struct Handle: ~Copyable {
  let pointer: OpaquePointer
  private let free: @convention(c) (OpaquePointer?) -> Void

  /// Takes ownership of the object that `make` creates.
  init(
    subject: String, freedBy free: @convention(c) (OpaquePointer?) -> Void,
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) {
    Library.start()
    var made: OpaquePointer?
    let result = make(&made)
    guard result >= 0, let made else { throw Library.error(result, subject: subject) }
    pointer = made
    self.free = free
  }

  /// Takes ownership of an existing object.
  init(owning pointer: OpaquePointer, freedBy free: @convention(c) (OpaquePointer?) -> Void) {
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}

/// The name of a git object, converted from and to 40 hexadecimal digits.
struct ObjectName {
  var value: git_oid

  /// Parses exactly 40 hexadecimal digits.
  init(_ text: String, subject: String) throws(GitError) {
    var value = git_oid()
    guard text.utf8.count == 40, git_oid_fromstr(&value, text) == 0 else {
      throw GitError(.invalid, subject: subject, detail: "not an object name: \(text.prefix(60))")
    }
    self.value = value
  }

  /// Wraps the library's value.
  init(_ value: git_oid) {
    self.value = value
  }

  /// The name as 40 lowercase hexadecimal digits.
  var text: String {
    var name = value
    return withUnsafeBytes(of: &name.id) { bytes in
      String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
        for (index, byte) in bytes.enumerated() {
          digits[2 * index] = Self.digit(byte >> 4)
          digits[2 * index + 1] = Self.digit(byte & 15)
        }
        return 2 * bytes.count
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}
