import Ecosystem
import Ruby
import Text

/// Evaluates `pod` and `podspec`.
extension PodfileHost {
  /// Options that never reach the lock.
  private static let irrelevantOptions: Set = [
    "configurations", "configuration", "inhibit_warnings", "modular_headers", "project_name",
    "linkage",
  ]

  /// The maximum number of pods; the largest known Podfiles have a few hundred.
  private static let podLimit = 10_000

  func addPod(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    var call = call
    if let given = call.positional.last?.pairs {
      call.positional.removeLast()
      call.options = given + call.options
    }
    guard let first = call.positional.first, !first.isUnknown, let name = first.name,
      !name.isEmpty
    else { throw ruby.refusal("has a pod whose name isn't known", call.range) }
    var pod = try plainPod(name, call, ruby)
    var names: [String] = []
    for key in ["subspecs", "testspecs", "appspecs"] {
      guard let value = call[key], !value.isNil else { continue }
      guard case .array = value else {
        throw ruby.refusal("has a pod with `:\(key)` that isn't an array", call.range)
      }
    }
    for key in ["testspecs", "appspecs"] {
      names += (call[key]?.elements ?? []).compactMap(\.name).map { "\(name)/\($0)" }
    }
    if let subspecs = call["subspecs"], !subspecs.isNil {
      names = subspecs.elements.compactMap(\.name).map { "\(name)/\($0)" } + names
    } else {
      names.append(name)
    }
    for name in names {
      pod.dependency.name = name
      guard podfile.targets[current].pods.count < Self.podLimit else {
        throw ruby.refusal("has more than \(Self.podLimit) pods", call.range)
      }
      podfile.targets[current].pods.append(pod)
    }
  }

  private func plainPod(
    _ name: String, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> Podfile.Pod {
    let values = call.positional.dropFirst().flatMap(\.elements).filter { !$0.isNil }
    let texts = values.map { $0.isUnknown ? nil : $0.printed }
    guard let requirement = PodRequirement(texts.compactMap(\.self)),
      !texts.contains(nil)
    else { throw ruby.refusal("has a requirement that isn't known", call.range) }
    var dependency = PodDependency(name, requirement)
    var options = try externalOptions(call, ruby)
    if case .text(let source)? = options.removeValue(forKey: "source") {
      dependency.repository = source
      guard options.isEmpty else {
        throw ruby.refusal("has a pod with `:source` and another source", call.range)
      }
    } else if !options.isEmpty {
      dependency.external = ExternalSource(options: options)
      guard texts.isEmpty else {
        throw ruby.refusal("has a pod with a source of its own and a requirement", call.range)
      }
    }
    return Podfile.Pod(
      dependency: dependency, clauses: values.compactMap(\.string), tag: call["tag"]?.string,
      name: call.positional.first?.string,
      call: Podfile.Call(file: ruby.source.file, range: call.range),
      isLimited: call["configurations"] != nil || call["configuration"] != nil,
      location: ruby.source.location(at: call.range.lowerBound))
  }

  private func externalOptions(
    _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> [String: ExternalSource.Value] {
    var result: [String: ExternalSource.Value] = [:]
    for pair in call.options {
      guard let key = pair.key.name else {
        throw ruby.refusal("has a pod with an option that isn't known", call.range)
      }
      if Self.irrelevantOptions.contains(key) || pair.value.isNil { continue }
      if ["subspecs", "testspecs", "appspecs"].contains(key) { continue }
      switch pair.value {
      case .bool(let flag): result[key] = .bool(flag)
      case .string, .symbol, .path: result[key] = pair.value.printed.map { .text($0) }
      default:
        throw ruby.refusal("has a pod with a value of `:\(key)` that isn't known", call.range)
      }
    }
    return result
  }

  /// Evaluates `podspec`: the dependencies of a local podspec become those of the target.
  func addPodspec(_ call: RubyInvocation, _ ruby: RubyInterpreter) throws(RubyStop) {
    let options = call.options + (call.positional.first?.pairs ?? [])
    func option(_ key: String) -> RubyValue? { options.last { $0.key.name == key }?.value }
    let path: String
    if let given = option("path")?.printed ?? option("name")?.printed {
      path = given.contains(".podspec") ? given : given + ".podspec"
    } else {
      let beside = ruby.files.listing.files(in: ruby.files.directory).filter { path in
        path.hasSuffix(".podspec") || path.hasSuffix(".podspec.json")
      }
      guard let only = beside.first, beside.count == 1 else {
        throw ruby.refusal("finds no podspec, or several", call.range)
      }
      path = TreePath.name(of: only)
    }
    guard let file = ruby.files.resolve(path), let text = try ruby.files.text(file) else {
      throw ruby.refusal("uses a podspec that isn't in the repository", call.range)
    }
    let podspec = try podspec(text, call, ruby)
    let names = (option("subspecs") ?? option("subspec"))?.elements.compactMap(\.name) ?? []
    let subspecs = names.map { podspec.index(of: "\(podspec.name)/\($0)") }
    guard !subspecs.contains(nil) else {
      throw ruby.refusal("uses a subspec that the podspec doesn't have", call.range)
    }
    let location = ruby.source.location(at: call.range.lowerBound)
    podfile.targets[current].podspecs.append(
      (podspec, names.isEmpty ? [0] : subspecs.compactMap(\.self), location))
  }

  private func podspec(
    _ text: SourceText, _ call: RubyInvocation, _ ruby: RubyInterpreter
  ) throws(RubyStop) -> Podspec {
    do throws(Problem) {
      if text.file.hasSuffix(".json") { return try Podspec(json: text) }
    } catch {
      throw ruby.refusal("uses a podspec that \(error.message)", call.range)
    }
    let specs = try PodspecHost.specs(text, files: ruby.files, .resolving)
    do throws(Problem) {
      return try Podspec(specs: specs, file: text.file)
    } catch {
      throw ruby.refusal("uses a podspec that \(error.message)", call.range)
    }
  }
}
