import Gems
import Ruby
import Text

/// Parses the part of a platform's name after the processor.
extension GemPlatform.Machine {
  /// Finds the first system whose name the text contains, with its version.
  static func read(system: String) -> (os: String, version: String?) {
    if system == "jruby" { return ("java", nil) }
    for known in systems {
      guard let found = known.version(in: system) else { continue }
      return (known.name, found.isEmpty ? nil : found)
    }
    return mswin(system) ?? ("unknown", nil)
  }

  /// A system's name, its position and the characters of its version.
  private struct System {
    var name: String
    var isPrefix = false
    var accepts: @Sendable (UInt8) -> Bool = { _ in false }

    /// The version after the name, which can be empty; nil if the name is absent.
    func version(in text: String) -> String? {
      guard let tail = isPrefix ? text.removing(prefix: name) : text.after(name) else { return nil }
      let digits = (tail.hasPrefix("-") ? tail.dropFirst() : tail)
      return String(digits.prefix { $0.utf8.allSatisfy(accepts) })
    }
  }

  /// In the order in which RubyGems tries them.
  private static let systems = [
    System(name: "aix", accepts: \.isASCIIDigit),
    System(name: "cygwin"),
    System(name: "darwin", accepts: \.isASCIIDigit),
    System(name: "macruby", isPrefix: true, accepts: isNumber),
    System(name: "freebsd", accepts: \.isASCIIDigit),
    System(name: "java", isPrefix: true, accepts: isNumber),
    System(name: "dalvik", isPrefix: true, accepts: \.isASCIIDigit),
    System(name: "dotnet", isPrefix: true, accepts: isNumber),
    System(name: "linux", accepts: isWord),
    System(name: "mingw32"),
    System(name: "mingw", accepts: isWord),
    System(name: "netbsdelf"),
    System(name: "openbsd", accepts: isNumber),
    System(name: "solaris", accepts: isNumber),
    System(name: "wasi"),
  ]

  private static func mswin(_ text: String) -> (os: String, version: String?)? {
    guard let tail = text.after("mswin") else { return nil }
    let bits = tail.prefix { $0.utf8.allSatisfy(\.isASCIIDigit) }
    guard !bits.isEmpty else { return nil }
    let version = tail.dropFirst(bits.count).drop { $0 == "_" || $0 == "-" }
      .prefix { $0.utf8.allSatisfy(\.isASCIIDigit) }
    return ("mswin\(bits)", version.isEmpty ? nil : String(version))
  }

  @Sendable private static func isNumber(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte == .dot
  }

  @Sendable private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_")
  }
}

extension String {
  /// The text after the first occurrence of a part.
  fileprivate func after(_ part: String) -> Substring? {
    firstRange(of: part).map { self[$0.upperBound...] }
  }

  fileprivate func removing(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
