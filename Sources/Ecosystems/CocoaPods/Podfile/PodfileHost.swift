import Ruby
import Text

/// Implements the functions of a `Podfile`.
///
///     platform :ios, '15.0'
///     target 'App' do
///       pod 'Alamofire', '~> 5.9'
///     end
final class PodfileHost: RubyHost {
  var podfile = Podfile()
  /// The target whose block is evaluated.
  var current = 0
  /// Whether the Podfile ended with `raise`, `abort` or the like.
  private(set) var stopsItself = false

  init(_ source: SourceText) {
    let start = source.location(at: 0)
    podfile.targets = [.init(name: "Pods", parent: nil, isAbstract: true, location: start)]
    self.source = source
  }

  private let source: SourceText
  let skipsCommands = true
  let triesAnswers = true
  let hasActiveSupport = true

  /// Functions that can't change the lock; their arguments and blocks aren't evaluated.
  private static let irrelevant: Set = [
    "use_frameworks!", "use_modular_headers!", "inhibit_all_warnings!", "supports_swift_versions",
    "script_phase", "ensure_bundler!", "workspace", "install!", "generate_bridge_support!",
    "set_arc_compatibility_flag!", "pre_install", "post_install", "pre_integrate",
    "post_integrate",
  ]

  /// Functions of React Native, Flutter and Expo, which can add pods.
  static let frameworks: Set = [
    "use_react_native!", "use_native_modules!", "prepare_react_native_project!",
    "use_expo_modules!", "use_react_native_codegen!", "use_flipper!", "use_unimodules!",
    "min_ios_version_supported", "flutter_ios_podfile_setup", "flutter_macos_podfile_setup",
    "flutter_install_all_ios_pods", "flutter_install_all_macos_pods", "flutter_install_ios_pods",
    "flutter_install_plugin_pods", "use_test_app!", "capacitor_pods", "install_all_flutter_pods",
    "use_dev_client", "native_modules", "node_require", "require_relative", "load",
    "flutter_root", "get_default_flags",
  ]

  func skips(_ name: String, of receiver: RubyValue?) -> Bool {
    switch receiver {
    case .object("ignored")?: return true
    case .some: return false
    case nil: break
    }
    if Self.irrelevant.contains(name) { return true }
    guard Self.frameworks.contains(name) else { return false }
    addOpaque(name)
    return true
  }

  private func addOpaque(_ name: String) {
    let offset = source.string.utf8.firstRange(of: Array(name.utf8))?.lowerBound
    let location = offset.map {
      source.string.utf8.distance(from: source.string.startIndex, to: $0)
    }
    let opaque = Podfile.Opaque(name: name, location: source.location(at: location ?? 0))
    if !podfile.opaque.contains(opaque) { podfile.opaque.append(opaque) }
  }

  func constant(_ name: String, _ ruby: RubyInterpreter) -> RubyValue? {
    switch name {
    case "Pod", "Pod::Executable": return .module(name)
    case "Pod::VERSION": return .unknown(.text("1.16.2"))
    case "FlipperConfiguration":
      addOpaque(name)
      return .ignored
    // CocoaPods' classes, such as `Pod::UI`, can't change the lock.
    default: return name.hasPrefix("Pod::") ? .ignored : nil
    }
  }

  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue? {
    guard case .module(let name) = object else { return nil }
    if name == "Pod::Executable" {
      addOpaque("execute_command")
      return .ignored
    }
    // What a command printed stays unknown, whatever is computed from it.
    if call.positional.contains(where: \.isIgnored) { return .ignored }
    if name == "File", call.name == "read", call.positional.first?.isInstalledFile == true {
      addOpaque("File.read")
      return .ignored
    }
    return nil
  }

  func call(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) -> RubyValue? {
    switch call.name {
    case "pod": try addPod(call, ruby)
    case "podspec": try addPodspec(call, ruby)
    case "target": try addTarget(call, isAbstract: false, ruby)
    case "abstract_target": try addTarget(call, isAbstract: true, ruby)
    case "abstract!": podfile.targets[current].isAbstract = call.positional.first?.isTruthy ?? true
    case "inherit!": try setInheritance(call, ruby)
    case "platform": try setPlatform(call, ruby)
    case "project", "xcodeproj":
      let path = try text(call, ruby)
      podfile.targets[current].project =
        path.hasSuffix(".xcodeproj") ? String(path.dropLast(".xcodeproj".count)) : path
    case "source":
      let source = try text(call, ruby)
      if !podfile.sources.contains(source) { podfile.sources.append(source) }
    case "plugin":
      let location = ruby.source.location(at: call.range.lowerBound)
      podfile.plugins.append(.init(name: try text(call, ruby), location: location))
    case "require": return try require(call)
    case "method", "define_singleton_method": return try redefine(call, ruby)
    case "raise", "fail", "abort", "exit", "exit!":
      stopsItself = true
      throw ruby.refusal("stops with `\(call.name)`", call.range)
    default: return nil
    }
    return .nil
  }

  /// Accepts another definition of a function whose calls are skipped anyway, as in Expo's template.
  ///
  ///     original = self.method(:use_native_modules!)
  ///     self.define_singleton_method(:use_native_modules!) { |*args| original.call(*args) }
  private func redefine(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    let name = try name(call, ruby)
    guard Self.irrelevant.contains(name) || Self.frameworks.contains(name) else {
      throw ruby.refusal("redefines `\(name)`", call.range)
    }
    return .ignored
  }

  /// Skips what isn't a file of the repository; nil for other libraries.
  private func require(_ call: RubyInvocation) throws(RubyStop) -> RubyValue? {
    guard let value = call.positional.first, value.isIgnored || value.isInstalledFile else {
      return nil
    }
    addOpaque("require")
    return .ignored
  }

  /// Sets what a target takes from its parent; CocoaPods rejects it for the root and abstract targets.
  private func setInheritance(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    let name = try name(call, ruby)
    guard ["complete", "none", "search_paths"].contains(name), current != 0,
      !podfile.targets[current].isAbstract
    else { throw ruby.refusal("inherits in a way that CocoaPods doesn't know", call.range) }
    podfile.targets[current].inheritance = name
  }

  private func text(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) -> String {
    guard let value = call.positional.first, !value.isUnknown, let text = value.printed else {
      throw ruby.refusal("calls `\(call.name)` with a value that isn't known", call.range)
    }
    return text
  }

  private func name(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) -> String {
    guard let value = call.positional.first, !value.isUnknown, let name = value.name else {
      throw ruby.refusal("calls `\(call.name)` with a value that isn't known", call.range)
    }
    return name
  }

  /// The maximum number of targets; the largest known Podfiles have about a hundred.
  private static let targetLimit = 2_000

  private func addTarget(
    _ call: RubyInvocation, isAbstract: Bool, _ ruby: RubyInterpreter
  ) throws(RubyStop) {
    let name = try name(call, ruby)
    guard call.options.isEmpty, call.positional.count == 1 else {
      throw ruby.refusal("declares a target with options", call.range)
    }
    guard podfile.targets.count < Self.targetLimit else {
      throw ruby.refusal("has more than \(Self.targetLimit) targets", call.range)
    }
    let outer = current
    defer { current = outer }
    podfile.targets.append(
      .init(
        name: name, parent: outer, isAbstract: isAbstract,
        location: ruby.source.location(at: call.range.lowerBound)))
    current = podfile.targets.count - 1
    if let block = call.block { _ = try ruby.invoke(block, []) }
  }

  private func setPlatform(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    let name = try name(call, ruby)
    guard podfile.targets[current].platform == nil else {
      throw ruby.refusal("sets a second platform for a target", call.range)
    }
    let given = call["deployment_target"] ?? call.positional.dropFirst().first ?? .nil
    if given.isIgnored {
      let location = ruby.source.location(at: call.range.lowerBound)
      podfile.unknownPlatforms.append(.init(name: name, target: current, location: location))
      return
    }
    guard !given.isUnknown, given.isNil || given.printed != nil,
      case .symbol? = call.positional.first,
      let platform = PodPlatform(line: name, given.isNil ? nil : given.printed)
    else {
      throw ruby.refusal("has a platform that CocoaPods doesn't know", call.range)
    }
    podfile.targets[current].platform = platform
  }
}

extension RubyValue {
  /// Whether it is a path of a file that npm or Flutter installs.
  fileprivate var isInstalledFile: Bool {
    guard let path = printed, path.contains("/") else { return false }
    return ["node_modules", "podhelper", "packages/flutter_tools"].contains(where: path.contains)
  }
}
