import Ecosystem
import Text
import YAML

extension PodfileLock {
  /// The maximum number of pods and subspecs; `check` looks up each of them.
  private static let limit = 10_000

  /// Parses a `Podfile.lock`.
  ///
  /// - Throws: a failure with the place of what isn't a lock of CocoaPods, or a refusal of too many
  ///   pods.
  init(_ text: SourceText) throws(Problem) {
    let document: YAML.Document
    do throws(SyntaxError) {
      document = try YAML.Document(text)
    } catch {
      throw Problem(
        error.isLimit ? .refused : .failed, "isn't YAML: \(error.message)", subject: text.file,
        at: error.location)
    }
    guard let root = document.root, let entries = root.entries else {
      throw Problem(.failed, "isn't a lock of CocoaPods", subject: text.file)
    }
    self.init(cocoapods: root["COCOAPODS"]?.string ?? "")
    for entry in entries {
      switch entry.name {
      case "PODS":
        pods = try Self.list(entry.value, text.file, Self.pod)
        if let extra = entry.value.elements?.dropFirst(Self.limit).first {
          throw Problem(
            .refused, "lists more than \(Self.limit) pods", subject: pods[Self.limit].name,
            at: extra.location)
        }
      case "DEPENDENCIES":
        dependencies = try Self.list(entry.value, text.file, Self.string)
      case "SPEC REPOS":
        for repository in entry.value.entries ?? [] {
          repositories[repository.name] = try Self.list(
            repository.value, text.file, Self.string)
        }
      case "EXTERNAL SOURCES": externalSources = try Self.sources(entry.value, text.file)
      case "CHECKOUT OPTIONS": checkoutOptions = try Self.sources(entry.value, text.file)
      case "SPEC CHECKSUMS":
        for checksum in entry.value.entries ?? [] {
          checksums[checksum.name] = try Self.string(checksum.value, text.file)
        }
      case "PODFILE CHECKSUM": podfileChecksum = entry.value.string
      case "COCOAPODS": break
      default: hasOtherSections = true
      }
    }
    guard PodVersion(cocoapods) != nil, !cocoapods.isEmpty else {
      throw Problem(.failed, "has no version of CocoaPods", subject: text.file)
    }
  }

  private static func list<Element>(
    _ node: Node, _ file: String, _ element: (Node, String) throws(Problem) -> Element
  ) throws(Problem) -> [Element] {
    guard let nodes = node.elements else {
      if node.scalar?.isNull == true { return [] }
      throw odd(node, file)
    }
    var result: [Element] = []
    for node in nodes { result.append(try element(node, file)) }
    return result
  }

  private static func string(_ node: Node, _ file: String) throws(Problem) -> String {
    guard let text = node.scalar?.text else { throw odd(node, file) }
    return text
  }

  private static func pod(_ node: Node, _ file: String) throws(Problem) -> Pod {
    if let entry = node.entries?.first, node.entries?.count == 1 {
      var pod = try pod(entry.key, file)
      pod.dependencies = try list(entry.value, file, string)
      return pod
    }
    let text = try string(node, file)
    let name = String(text.prefix { $0 != "(" }).trimmingPodSpace()
    guard !name.isEmpty, text.hasSuffix(")"), let open = text.firstIndex(of: "(") else {
      throw odd(node, file)
    }
    return Pod(name: name, version: String(text[text.index(after: open)...].dropLast()))
  }

  private static func sources(
    _ node: Node, _ file: String
  ) throws(Problem) -> [String: ExternalSource] {
    var result: [String: ExternalSource] = [:]
    for entry in node.entries ?? [] {
      var source = ExternalSource(options: [:])
      for option in entry.value.entries ?? [] {
        let key = option.name.hasPrefix(":") ? String(option.name.dropFirst()) : option.name
        let flag = option.value.scalar?.bool(.ruby)
        if let flag {
          source.options[key] = .bool(flag)
        } else {
          source.options[key] = .text(try string(option.value, file))
        }
      }
      result[entry.name] = source
    }
    return result
  }

  private static func odd(_ node: Node, _ file: String) -> Problem {
    Problem(
      .failed, "has an entry that isn't one of CocoaPods", subject: file, at: node.location)
  }
}
