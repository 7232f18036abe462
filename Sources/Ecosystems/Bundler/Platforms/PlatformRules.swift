import Gems
import Ruby

/// Parses and compares platforms as the RubyGems of the profile.
///
/// The rules differ by version: before 3.3.21 only the name of musl matters among C libraries of
/// Linux, before 3.3.16 the two names of MinGW are different platforms. Locks differ accordingly,
/// so the version of the profile decides, not the newest.
struct PlatformRules: Hashable, Sendable {
  /// Whether `gnu`, `musl` and both are distinguished on Linux.
  var knowsLibraries: Bool
  /// Whether platforms match only with the same C library, although `gnu` isn't parsed.
  var matchesLibraries: Bool
  /// Whether `universal-mingw` matches every MinGW.
  var joinsMingw: Bool
  /// Whether gems for `arm` run only on `armv7` and the like, not on `arm64`.
  var separatesARM64: Bool

  /// Whether each kind of MinGW is a generic platform of its own, as until Bundler 2.6.3.
  var splitsMingw: Bool

  /// Whether locked variants come before better ones, as since Bundler 2.5.16.
  var joinsVariants: Bool

  /// Returns the rules of a version of RubyGems, as a version of Bundler changes them.
  init(rubygems: GemVersion, _ dialect: LockDialect? = nil) {
    splitsMingw = dialect?.splitsMingw ?? false
    joinsVariants = dialect?.joinsVariants ?? true
    let isPatched = dialect?.patchesPlatforms ?? false
    knowsLibraries = GemRequirement([">= 3.3.21"])?.accepts(rubygems) ?? true
    matchesLibraries = isPatched || knowsLibraries
    joinsMingw = isPatched || GemRequirement([">= 3.3.16"])?.accepts(rubygems) ?? true
    separatesARM64 = isPatched || GemRequirement([">= 3.6.0"])?.accepts(rubygems) ?? true
  }

  /// Parses the name of a platform.
  func platform(_ text: String) -> GemPlatform {
    guard text != "ruby", !text.isEmpty else { return .ruby }
    var machine = GemPlatform.Machine(text)
    if !knowsLibraries, machine.os == "linux", machine.version?.hasPrefix("gnu") == true {
      machine.version = nil
    }
    return .machine(machine)
  }

  /// Whether a gem built for one platform can be installed on another.
  func installs(_ gem: GemPlatform, on target: GemPlatform) -> Bool {
    guard let mine = gem.machine, gem != target else { return true }
    return target.machine.map { matches(mine, $0) } ?? false
  }

  /// Whether a platform matches another, `===` of RubyGems; not symmetric on Linux.
  func matches(_ mine: GemPlatform.Machine, _ other: GemPlatform.Machine) -> Bool {
    if joinsMingw, mine.cpu == "universal" || other.cpu == "universal",
      mine.os.hasPrefix("mingw"), other.os.hasPrefix("mingw")
    {
      return true
    }
    return cpuMatches(mine, other) && mine.os == other.os && versionMatches(mine, other)
  }

  /// Bundler's generic platform of a platform.
  func generic(_ platform: GemPlatform) -> GemPlatform {
    guard let machine = platform.machine else { return .ruby }
    if splitsMingw { return Self.split(machine) }
    return GemPlatform.generics.first { $0.machine.map { matches(machine, $0) } ?? false } ?? .ruby
  }

  /// The generic platform by system and processor.
  private static func split(_ machine: GemPlatform.Machine) -> GemPlatform {
    switch (machine.os, machine.cpu) {
    case ("java", _): .java
    case ("mswin32", "x86"): .mswin
    case ("mswin64", _): .mswin64
    case ("mingw", "x64"): .x64Mingw
    case ("mingw32", "x64"), ("mingw32", "x86_64"): .x64MingwLegacy
    case ("mingw32", "universal"): .machine(machine)
    case ("mingw32", _): .x86Mingw
    default: .ruby
    }
  }

  private func cpuMatches(_ mine: GemPlatform.Machine, _ other: GemPlatform.Machine) -> Bool {
    let wild: [String?] = [nil, "universal"]
    if wild.contains(mine.cpu) || wild.contains(other.cpu) || mine.cpu == other.cpu { return true }
    return mine.cpu == "arm" && other.cpu?.hasPrefix(separatesARM64 ? "armv" : "arm") == true
  }

  private func versionMatches(_ mine: GemPlatform.Machine, _ other: GemPlatform.Machine) -> Bool {
    if mine.version == other.version { return true }
    guard matchesLibraries, mine.os == "linux" else {
      return mine.version == nil || other.version == nil
    }
    let own = mine.version ?? ""
    return Self.library(mine) == Self.library(other)
      || ["musl\(own)", "musleabi\(own)", "musleabihf\(own)"].contains(other.version)
  }

  /// The C library's name without `gnu` and the suffixes of calling conventions.
  private static func library(_ machine: GemPlatform.Machine) -> String? {
    guard var name = machine.version.map({ $0[...] }) else { return nil }
    if name.hasPrefix("gnu") { name = name.dropFirst(3) }
    for suffix in ["eabihf", "eabi"] where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.count)
      break
    }
    return name.isEmpty ? nil : String(name)
  }
}
