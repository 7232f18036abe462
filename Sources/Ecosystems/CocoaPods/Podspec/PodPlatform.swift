/// An operating system with its lowest version: of a target the one it runs on, of a pod the one that
/// it needs.
struct PodPlatform: Hashable, Sendable {
  /// CocoaPods' name: `ios`, `osx`, `tvos`, `watchos` or `visionos`.
  var name: String
  /// Nil if any version will do.
  var target: PodVersion?

  /// The platforms of a spec that names none.
  static let names = ["osx", "ios", "tvos", "visionos", "watchos"]

  /// The versions of a `platform` line without one.
  private static let defaults = [
    "ios": "4.3", "osx": "10.6", "tvos": "9.0", "visionos": "1.0", "watchos": "2.0",
  ]

  init(_ name: String, _ target: PodVersion?) {
    self.name = Self.normalized(name)
    self.target = target
  }

  /// Creates the platform of a `platform` line; nil for a name that CocoaPods rejects.
  init?(line name: String, _ version: String?) {
    let name = name == "macos" ? "osx" : name
    guard let standard = Self.defaults[name], let target = PodVersion(version ?? standard) else {
      return nil
    }
    self.init(name, target)
  }

  /// Returns CocoaPods' own name: `osx` for `macOS`.
  static func normalized(_ name: String) -> String {
    switch name.lowercased() {
    case "macos": "osx"
    case "xros": "visionos"
    case let name: name
    }
  }

  /// Whether a target of this platform can use a pod for another one.
  func supports(_ other: PodPlatform) -> Bool {
    guard other.name == name else { return false }
    guard let needed = other.target, let target else { return true }
    return needed.compare(target) <= 0
  }

  /// Compares versions by their numbers: `13` is `13.0`.
  static func == (left: PodPlatform, right: PodPlatform) -> Bool {
    guard left.name == right.name else { return false }
    guard let first = left.target, let second = right.target else {
      return left.target == nil && right.target == nil
    }
    return first.compare(second) == 0
  }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The platform in messages: `iOS 13.0`.
  var displayName: String { systemName + (target.map { " \($0.text)" } ?? "") }

  /// The platform without its version: `iOS`.
  var systemName: String {
    let names = [
      "ios": "iOS", "osx": "macOS", "tvos": "tvOS", "watchos": "watchOS", "visionos": "visionOS",
    ]
    return names[name] ?? name
  }
}
