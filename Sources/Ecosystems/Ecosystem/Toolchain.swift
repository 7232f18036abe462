/// A key below `toolchains` in the operator's file: one property of one native tool.
package struct ToolchainKey: Sendable {
  /// The values that a key accepts.
  package enum Form: Hashable, Sendable {
    /// Two to four numbers separated by dots, optionally with a pre-release: `10.8.2`.
    case version
    /// Any text that isn't empty.
    case text
    /// Node's names of a system and a processor, optionally of a C library: `darwin-arm64`,
    /// `linux-x64-musl`.
    case platform
  }

  /// The key below `toolchains`: `npm`.
  package let section: String
  /// The key inside the section: `node`; nil if the section is itself the value, as in `swift: 6.3.1`.
  package let name: String?
  /// The values that the key accepts.
  package let form: Form
  /// The value for writing lock files if the operator's file states none.
  ///
  /// It doesn't describe the machine that a project runs on, so no release is held back because of it.
  package let standard: String

  /// Creates a key, by default for a version.
  package init(
    _ section: String, _ name: String? = nil, _ form: Form = .version, standard: String
  ) {
    self.section = section
    self.name = name
    self.form = form
    self.standard = standard
  }
}

extension ToolchainKey: Hashable {
  /// Compares the path of the keys.
  package static func == (left: ToolchainKey, right: ToolchainKey) -> Bool {
    left.section == right.section && left.name == right.name
  }

  /// Hashes the path of the key.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(section)
    hasher.combine(name)
  }
}

/// The native tools that lock files are written for: an input, never what is installed here.
package struct Toolchain: Hashable, Sendable {
  private var stated: [ToolchainKey: String]

  /// Creates a toolchain from the values that the operator's file states, by default none.
  package init(_ stated: [ToolchainKey: String] = [:]) {
    self.stated = stated
  }

  /// Creates a toolchain that states the standard values of some keys.
  package init(stating keys: Set<ToolchainKey>) {
    stated = Dictionary(uniqueKeysWithValues: keys.map { ($0, $0.standard) })
  }

  /// Returns the stated value, or otherwise the standard one.
  ///
  /// Setting a value states it.
  package subscript(key: ToolchainKey) -> String {
    get { stated[key] ?? key.standard }
    set { stated[key] = newValue }
  }

  /// Returns the value that the operator's file states; nil if it states none.
  package func stated(_ key: ToolchainKey) -> String? { stated[key] }
}
