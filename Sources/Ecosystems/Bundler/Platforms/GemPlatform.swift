import Gems
import Text

/// The platform of a gem: any with Ruby, or a processor and a system.
enum GemPlatform: Hashable, Sendable, CustomStringConvertible {
  /// `ruby`, which isn't part of names: without native code, or compiled during installation.
  case ruby
  indirect case machine(Machine)

  /// Processor, operating system and its version or C library.
  struct Machine: Hashable, Sendable {
    /// Nil if the system determines it, as with `java`.
    var cpu: String?
    var os: String
    var version: String?
  }

  var description: String {
    guard case .machine(let machine) = self else { return "ruby" }
    let parts = [machine.cpu, machine.os, machine.version].compactMap(\.self)
    return parts.joined(separator: machine.cpu == nil ? "" : "-")
  }

  var machine: Machine? {
    if case .machine(let machine) = self { machine } else { nil }
  }

  static let java = machine(Machine(cpu: nil, os: "java", version: nil))
  static let mswin = machine(Machine(cpu: "x86", os: "mswin32", version: nil))
  static let mswin64 = machine(Machine(cpu: nil, os: "mswin64", version: nil))
  static let universalMingw = machine(Machine(cpu: "universal", os: "mingw", version: nil))
  static let x64Mingw = machine(Machine(cpu: "x64", os: "mingw", version: "ucrt"))
  static let x86Mingw = machine(Machine(cpu: "x86", os: "mingw32", version: nil))
  static let x64MingwLegacy = machine(Machine(cpu: "x64", os: "mingw32", version: nil))

  /// The generic platforms of Bundler; it treats all others as `ruby`.
  static let generics = [java, mswin, mswin64, universalMingw]
}

extension GemPlatform.Machine {
  /// Parses names such as `x86_64-linux-musl`, `arm64-darwin-23`, `java`, `x64-mingw-ucrt`.
  init(_ text: String) {
    let trimmed = text.hasSuffix("-") ? String(text.trimmingSuffix("-")) : text
    guard let cut = trimmed.firstIndex(of: "-") else {
      self.init(cpu: nil, system: trimmed)
      return
    }
    let cpu = String(trimmed[..<cut])
    let system = String(trimmed[trimmed.index(after: cut)...])
    self.init(cpu: Self.isX86(cpu) ? "x86" : cpu, system: system)
  }

  private init(cpu: String?, system: String) {
    let (os, version) = Self.read(system: system)
    let implied = cpu == nil && os.hasPrefix("mswin") && os.hasSuffix("32") ? "x86" : cpu
    self.init(cpu: implied, os: os, version: version)
  }

  /// `i386` to `i986`.
  private static func isX86(_ cpu: String) -> Bool {
    let bytes = Array(cpu.utf8)
    return bytes.indices.dropLast(3).contains { start in
      bytes[start] == UInt8(ascii: "i") && bytes[start + 1].isASCIIDigit
        && bytes[start + 2] == UInt8(ascii: "8") && bytes[start + 3] == UInt8(ascii: "6")
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> Substring {
    let end = lastIndex { $0 != character }.map { index(after: $0) } ?? startIndex
    return self[..<end]
  }
}
