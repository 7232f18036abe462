package import Ecosystem
import Text
import YAML

extension EcosystemID {
  /// Orbs and images in `.circleci/config.yml`.
  package static let circleCI = EcosystemID("circleci")
}

extension ReferenceKind {
  /// CircleCI: https://circleci.com/docs/configuration-reference/, version 2.1.
  package static let circleCI = ReferenceKind(
    .circleCI, "CircleCI", color: "343434", manifests: [".circleci/config.yml"],
    directory: { path in
      guard path.hasSuffix(".yml") || path.hasSuffix(".yaml") else { return nil }
      let folders = TreePath.parts(of: path).dropLast()
      guard let index = folders.lastIndex(of: ".circleci") else { return nil }
      return "/" + folders[..<index].joined(separator: "/")
    },
    parse: { source, _ throws(Problem) in
      var file = ReferenceFile(source)
      guard isPipeline(source) else { return file }
      for root in try ReferenceFile.documents(of: source) {
        let images = root.circleParts.flatMap(\.circleImages)
        let named = images.filter { !$0.isParameter }
        file.add(images: named.map { ImageValue($0, isCertain: true) }, of: source)
        file.refuse(parameters: images.filter(\.isParameter), machinesOf: root.circleParts)
        file.add(orbsOf: root, in: source)
      }
      return file
    })
}

/// Whether a file is read: those in folders of `.circleci` can be anything, such as templates, so that they
/// need a key of pipelines at the start of a line.
private func isPipeline(_ source: SourceText) -> Bool {
  if TreePath.parts(of: source.file).dropLast().last == ".circleci" { return true }
  return source.numberedLines.contains { _, line in
    ["jobs:", "executors:", "orbs:", "workflows:"].contains { line.hasPrefix($0) }
  }
}

extension Node {
  /// Jobs and executors, also those in inline orbs.
  fileprivate var circleParts: [Node] {
    let inline = (self["orbs"]?.entries ?? []).map(\.value).filter { $0.entries != nil }
    return ([self] + inline).flatMap { root in
      [root["jobs"], root["executors"]].flatMap { $0?.entries ?? [] }.map(\.value)
    }
  }

  /// The images of a job or an executor.
  fileprivate var circleImages: [Node] {
    (self["docker"]?.elements ?? []).compactMap { $0["image"] }
  }

  /// Whether the value is one that a parameter has: `<< parameters.image >>`.
  fileprivate var isParameter: Bool { string?.contains("<<") == true }
}

extension ReferenceFile {
  /// Refuses what has no list of versions, once for each place that aliases of YAML repeat.
  fileprivate mutating func refuse(parameters: [Node], machinesOf parts: [Node]) {
    var seen: Set<Int> = []
    let machines = parts.compactMap { $0["machine"]?["image"] }
    let xcodes = parts.compactMap { $0["macos"]?["xcode"] }
    let unlisted = "whose versions no public list has"
    for (nodes, name, reason) in [
      (parameters, "", "has a parameter"),
      (machines, "", "is an image of CircleCI's machines, \(unlisted)"),
      (xcodes, "xcode ", "names Xcode, \(unlisted)"),
    ] {
      for node in nodes where seen.insert(node.range.lowerBound).inserted {
        refuse(name + (node.string ?? "image"), reason, at: node.location)
      }
    }
  }

  /// Adds the orbs of a file: `node: circleci/node@5.1.0`.
  fileprivate mutating func add(orbsOf root: Node, in source: SourceText) {
    for entry in root["orbs"]?.entries ?? [] {
      guard let text = entry.value.string else {
        // An inline orb is a part of the file.
        if entry.value.entries != nil { add(orbsOf: entry.value, in: source) }
        continue
      }
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let name = parts[0].slashParts(omittingEmptySubsequences: false)
      guard parts.count == 2, name.count == 2, name.allSatisfy({ VersionSource.isWord($0) }) else {
        refuse(text, "isn't an orb with a version", at: entry.value.location)
        continue
      }
      let version = String(parts[1])
      if version == "volatile" || version.hasPrefix("dev:") {
        refuse(text, "follows a version that moves", at: entry.value.location)
        continue
      }
      add(text, ending: version, of: entry.value, in: source) { range in
        var use = ListedUse(
          String(parts[0]), at: range, in: source, from: .orb(String(parts[0])), .loose)
        use.keepsPrecision = true
        return use
      }
    }
  }
}
