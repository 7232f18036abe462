import Ecosystem
import Gems
import Ruby
import Text

/// Implements the functions of a `.podspec`.
///
///     Pod::Spec.new do |s|
///       s.name = 'A'
///       s.ios.deployment_target = '12.0'
///       s.subspec('Core') { |core| core.dependency 'B', '~> 1.0' }
///     end
final class PodspecHost: RubyHost {
  /// How much of a podspec is evaluated.
  enum Extent {
    /// Everything, because the checksum is that of the evaluated podspec.
    case all
    /// What decides versions; the checksum is that of the file.
    case resolving
  }

  private let extent: Extent
  private var specs: [Podspec.Spec] = []

  init(_ extent: Extent) {
    self.extent = extent
  }

  /// Evaluates a podspec.
  ///
  /// - Throws: a refusal with the place of a construct that isn't evaluated, `RubyStop.needs` for a
  ///   file that it reads.
  static func specs(
    _ source: SourceText, files: RubyFiles, _ extent: Extent
  ) throws(RubyStop) -> [Podspec.Spec] {
    var files = files
    files.directory = RubyFiles.folder(of: source.file)
    let host = PodspecHost(extent)
    let ruby = RubyInterpreter(files: files, runtime: .pod, host: host, source: source)
    let result = try ruby.result(of: source)
    guard !host.specs.isEmpty else {
      throw ruby.refusal("declares no pod", 0..<source.bytes.count)
    }
    guard case .object(let name) = result, Target(name)?.isWhole == true else {
      throw ruby.refusal("doesn't end with its specification", 0..<source.bytes.count)
    }
    return host.specs
  }

  let skipsCommands = true
  let hasActiveSupport = true

  func skips(_ name: String, of receiver: RubyValue?) -> Bool {
    switch receiver {
    case .object("ignored"): return true
    case .object(let object):
      guard extent == .resolving, name.hasSuffix("="), let target = Target(object) else {
        return false
      }
      let stored = PodspecAttributes.stored(
        String(name.dropLast()), forPlatform: target.platform != nil)
      return stored.map { !PodspecAttributes.resolving.contains($0) } ?? false
    default: return false
    }
  }

  func call(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) -> RubyValue? {
    nil
  }

  func constant(_ name: String, _ ruby: RubyInterpreter) -> RubyValue? {
    switch name {
    case "Pod", "Pod::Spec": .module(name)
    case "Pod::Specification", "Spec": .module("Pod::Spec")
    default: nil
    }
  }

  func send(
    _ call: RubyInvocation, to object: RubyValue, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue? {
    if case .module("Pod::Spec") = object, call.name == "new" { return try declare(call, ruby) }
    guard case .object(let name) = object, let target = Target(name) else { return nil }
    if call.name == "dependency" { return try addDependency(call, to: target, ruby) }
    if call.name.hasSuffix("=") { return try set(call, target, ruby) }
    guard target.platform == nil else { return nil }
    switch call.name {
    case "subspec", "test_spec", "app_spec": return try addSubspec(call, to: target, ruby)
    case "ios", "osx", "macos", "tvos", "visionos", "watchos":
      let platform = PodPlatform.normalized(call.name)
      return .object(Target(spec: target.spec, platform: platform).name)
    case "name": return .text(specs[target.spec].name)
    case "respond_to?":
      return call.positional.first?.name.map { .bool(PodspecAttributes.respond(to: $0)) }
    default: return read(call, target)
    }
  }

  /// A spec under evaluation, or its view for one platform.
  private struct Target {
    var spec: Int
    var platform: String?

    init(spec: Int, platform: String? = nil) {
      self.spec = spec
      self.platform = platform
    }

    /// Parses the name of an object: `spec 2 ios`.
    init?(_ name: String) {
      let words = name.split(separator: " ")
      guard words.count >= 2, words[0] == "spec", let spec = Int(words[1]) else { return nil }
      self.init(spec: spec, platform: words.count > 2 ? String(words[2]) : nil)
    }

    /// Whether it is the pod itself.
    var isWhole: Bool { spec == 0 && platform == nil }

    var name: String { "spec \(spec)" + (platform.map { " \($0)" } ?? "") }
  }

  private func declare(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    guard specs.isEmpty else { throw ruby.refusal("declares more than one pod", call.range) }
    guard call.positional.isEmpty else {
      throw ruby.refusal("declares a pod with arguments", call.range)
    }
    var attributes = SpecTable()
    attributes["name"] = .null
    specs.append(Podspec.Spec(name: "", attributes: attributes))
    return try evaluate(call.block, in: Target(spec: 0), ruby)
  }

  private func evaluate(
    _ block: Int?, in target: Target, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    if let block { _ = try ruby.invoke(block, [.object(target.name)]) }
    return .object(target.name)
  }

  /// The limit for subspecs of a pod; the largest known one has about two hundred.
  private static let specLimit = 2_000

  private func addSubspec(
    _ call: RubyInvocation, to target: Target, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    let kinds: [String: (Podspec.Kind, String?)] = [
      "subspec": (.library, nil), "test_spec": (.test, "Tests"), "app_spec": (.app, "App"),
    ]
    let (kind, standard) = kinds[call.name] ?? (.library, nil)
    guard let name = call.positional.isEmpty ? standard : call.positional[0].name,
      call.positional.count <= 1,
      specs.count < Self.specLimit
    else { throw ruby.refusal("declares a subspec whose name isn't known", call.range) }
    var attributes = SpecTable()
    attributes["name"] = .text(name)
    if kind == .test { attributes["test_type"] = .text("unit") }
    let parent = specs[target.spec]
    let index = specs.count
    specs.append(
      Podspec.Spec(
        name: "\(parent.name)/\(name)", parent: target.spec, kind: kind, attributes: attributes))
    specs[target.spec].children.append(index)
    return try evaluate(call.block, in: Target(spec: index), ruby)
  }

  /// Reads an attribute that was set before, such as `s.version`.
  private func read(_ call: RubyInvocation, _ target: Target) -> RubyValue? {
    guard call.positional.isEmpty, call.options.isEmpty, call.block == nil else { return nil }
    let readable: Set = ["version", "homepage", "summary", "description", "module_name"]
    guard readable.contains(call.name) else { return nil }
    let index = call.name == "version" ? 0 : target.spec
    // CocoaPods' own class of versions keeps a hyphen, which that of RubyGems replaces.
    if call.name == "version", let text = specs[0].attributes["version"]?.printed,
      let version = GemVersion(text), version.text == text
    {
      return .version(version)
    }
    return specs[index].attributes[call.name]?.printed.map { .text($0) }
  }
}

extension PodspecHost {
  private func addDependency(
    _ call: RubyInvocation, to target: Target, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    var options = call.options
    let configurations = options.firstIndex { $0.key.name == "configurations" }
      .map { options.remove(at: $0).value }
    let texts = call.positional.dropFirst().map { $0.isUnknown ? nil : $0.string?.text }
    let requirements = texts.compactMap(\.self)
    guard let name = call.positional.first, !name.isUnknown, let name = name.name,
      options.isEmpty, requirements.count == texts.count, PodRequirement(requirements) != nil
    else {
      throw ruby.refusal("has a dependency whose name or requirement isn't known", call.range)
    }
    guard name != specs[target.spec].name, !specs[target.spec].name.hasPrefix(name + "/") else {
      throw ruby.refusal("depends on itself", call.range)
    }
    let value = SpecValue.list(requirements.map { .text($0) })
    if let platform = target.platform {
      var own = specs[target.spec].attributes[platform]?.table ?? SpecTable()
      var dependencies = own["dependencies"]?.table ?? SpecTable()
      dependencies[name] = value
      own["dependencies"] = .table(dependencies)
      specs[target.spec].attributes[platform] = .table(own)
      return .nil
    }
    var dependencies = specs[target.spec].attributes["dependencies"]?.table ?? SpecTable()
    dependencies[name] = value
    specs[target.spec].attributes["dependencies"] = .table(dependencies)
    if let configurations {
      let names = configurations.elements.compactMap(\.name).map { $0.lowercased() }
      guard names.allSatisfy(["debug", "release"].contains) else {
        throw ruby.refusal("limits a dependency to other configurations", call.range)
      }
      let key = "configuration_pod_whitelist"
      var all = specs[target.spec].attributes[key]?.table ?? SpecTable()
      all[name] = .list(names.map { .text($0) })
      specs[target.spec].attributes[key] = .table(all)
    }
    return .nil
  }

  private func set(
    _ call: RubyInvocation, _ target: Target, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> RubyValue {
    let name = String(call.name.dropLast())
    guard let given = call.positional.first else { return .nil }
    let value = try convert(given, call, ruby)
    switch (name, target.platform) {
    case ("deployment_target", let platform?):
      guard value == .null || value.printed != nil else {
        throw ruby.refusal("sets a deployment target that isn't a version", call.range)
      }
      setTarget(value, platform, target.spec)
    case ("platform", nil):
      let parts = value.elements
      var table = SpecTable()
      if let name = parts.first?.printed {
        table[name == "macos" ? "osx" : name] = parts.count > 1 ? parts[1] : .null
      }
      specs[target.spec].attributes["platforms"] = .table(table)
    case ("name", nil):
      guard specs.count == 1, value.string != nil else {
        throw ruby.refusal("sets a name that isn't a text, or after the subspecs", call.range)
      }
      specs[0].attributes["name"] = value
      specs[0].name = value.printed ?? ""
    default:
      guard let stored = PodspecAttributes.stored(name, forPlatform: target.platform != nil) else {
        throw ruby.refusal("sets `\(name)`, which CocoaPods doesn't know", call.range)
      }
      store(value, stored, target)
    }
    return given
  }

  private func setTarget(_ value: SpecValue, _ platform: String, _ spec: Int) {
    var table = specs[spec].attributes["platforms"]?.table ?? SpecTable()
    table[platform] = value
    specs[spec].attributes["platforms"] = .table(table)
  }

  private func store(_ value: SpecValue, _ name: String, _ target: Target) {
    let value = value.string.map { SpecValue.text($0.strippingHeredoc().strippingRuby()) } ?? value
    guard let platform = target.platform else {
      specs[target.spec].attributes[name] = value
      return
    }
    var own = specs[target.spec].attributes[platform]?.table ?? SpecTable()
    own[name] = value
    specs[target.spec].attributes[platform] = .table(own)
  }

  /// Converts a value of Ruby to what its JSON has.
  private func convert(
    _ value: RubyValue, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> SpecValue {
    switch value {
    case .nil: return .null
    case .bool(let value): return .bool(value)
    case .integer(let value): return .number(String(value))
    case .float(let value): return .number(String(value))
    case .string(let cell): return .text(cell.content.text)
    case .symbol(let text), .path(let text): return .text(text)
    case .version(let version): return .text(version.text)
    case .array(let cell):
      var list: [SpecValue] = []
      for element in cell.content { list.append(try convert(element, call, ruby)) }
      return .list(list)
    case .hash(let cell):
      var table = SpecTable()
      for pair in cell.content {
        let key = try convert(pair.key, call, ruby).printed ?? ""
        table[key] = try convert(pair.value, call, ruby)
      }
      return .table(table)
    default:
      let name = call.name.dropLast()
      throw ruby.refusal("sets `\(name)` to a value that depends on the machine", call.range)
    }
  }
}

extension RubyRuntime {
  /// The Ruby that CocoaPods runs on; what depends on its version is unknown.
  static let pod = RubyRuntime(
    ruby: GemVersion("3.1.2") ?? .zero, rubygems: GemVersion("3.3.15") ?? .zero,
    platform: "x86_64-linux", program: "pod", isRubyKnown: false)
}

extension String {
  /// Removes the smallest indentation of all lines that aren't blank, as `strip_heredoc` does.
  func strippingHeredoc() -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let indents = lines.filter { !$0.allSatisfy { $0 == " " || $0 == "\t" || $0 == "\r" } }
      .map { String($0.prefix { $0 == " " || $0 == "\t" }) }
    guard let least = indents.sortedByBytes().first, !least.isEmpty else { return self }
    return lines.map { $0.hasPrefix(least) ? $0.dropFirst(least.count) : $0 }
      .joined(separator: "\n")
  }

  /// Removes white space at both ends, as Ruby's `strip` does.
  func strippingRuby() -> String { trimmingPodSpace() }
}
