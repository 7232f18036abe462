import Gems

/// The names of `platforms:` and their meaning.
enum GemfilePlatforms {
  private static let versions = Set((18...27).map(String.init) + (30...35).map(String.init))
  private static let meanings: [String: [GemPlatform]] = [
    "ruby": [.ruby], "mri": [.ruby], "rbx": [.ruby], "truffleruby": [.ruby], "jruby": [.java],
    "windows": [.mswin, .mswin64, .universalMingw], "mswin": [.mswin], "mswin64": [.mswin64],
    "mingw": [.universalMingw], "x64_mingw": [.universalMingw],
  ]

  /// Splits `mri_31` into `mri` and `31`; returns nil for an unknown name.
  private static func parts(_ name: String) -> (base: String, version: String?)? {
    if meanings[name] != nil { return (name, nil) }
    guard let cut = name.lastIndex(of: "_") else { return nil }
    let (base, version) = (String(name[..<cut]), String(name[name.index(after: cut)...]))
    guard meanings[base] != nil, versions.contains(version), base != "rbx", base != "truffleruby"
    else { return nil }
    return (base, version)
  }

  static func isKnown(_ name: String) -> Bool { parts(name) != nil }

  /// Until Bundler 2.6.3, in place of those above.
  private static let split: [String: [GemPlatform]] = [
    "windows": [.mswin, .mswin64, .x86Mingw, .x64MingwLegacy, .x64Mingw], "mingw": [.x86Mingw],
    "x64_mingw": [.x64MingwLegacy, .x64Mingw],
  ]

  /// Returns the generic platforms of a list of names.
  static func expanded(_ names: [String], splitsMingw: Bool = false) -> Set<GemPlatform> {
    let bases = names.compactMap { parts($0)?.base }
    return Set(
      bases.flatMap { base in
        (splitsMingw ? split[base] : nil) ?? meanings[base] ?? []
      })
  }

  /// Returns whether one of the names includes MRI on the platform of the lock.
  static func includesCurrent(_ names: [String], ruby: GemVersion, isWindows: Bool) -> Bool {
    guard !names.isEmpty else { return true }
    let current = ruby.segments.prefix(2).map(\.description).joined()
    return names.contains { name in
      guard let (base, version) = parts(name), version == nil || version == current else {
        return false
      }
      let isWindowsName = !["ruby", "mri", "rbx", "truffleruby", "jruby"].contains(base)
      return isWindows ? isWindowsName : base == "ruby" || base == "mri"
    }
  }
}
