import Ecosystem
import Text
import Xcode

extension CarthageProject {
  /// Takes dependencies out of the Cartfiles, the lock and the Xcode projects; the other pins stay.
  func removing(_ removals: [MigrationRemoval]) async throws(Problem) -> Change {
    let names = Set(removals.map(\.name))
    let left = entries.map(\.entry).filter { !names.contains($0.origin.identity) }
    let pins = try await pins(neededBy: left.map(\.origin))
    let kept = Set(pins.keys.map(\.identity))
    if let name = names.intersection(kept).sorted().first {
      throw Problem(
        .unsolvable, "would stay in the lock, because another dependency needs it", subject: name)
    }
    var files: [FileChange] = []
    for file in self.files {
      let edited = try file.removing(names)
      if edited.bytes != file.bytes {
        files.append(FileChange(path: file.file, before: file.bytes, after: edited.bytes))
      }
    }
    files.append(
      FileChange(
        path: lockPath, before: lockText?.bytes, after: Array(ResolvedCartfile(pins).text.utf8)))
    let frameworks = try await LinkedFrameworks(of: self)
    let modules = Set(removals.flatMap(\.parts))
    let gone = self.pins.keys.filter { pins[$0] == nil }
    try frameworks.requireKnown(gone, modules)
    files += try frameworks.removing(modules)
    let moves = gone.sorted().map { origin in
      Move(
        name: origin.identity, from: self.pins[origin], to: nil,
        kind: entry(of: origin) == nil ? .indirect : .direct)
    }
    return Change(files: files.sorted { $0.path < $1.path }, moves: moves)
  }

  /// The pins of dependencies and of all that they need.
  private func pins(
    neededBy origins: [CarthageOrigin]
  ) async throws(Problem) -> [CarthageOrigin: String] {
    var metadata = CarthageMetadata()
    var result: [CarthageOrigin: String] = [:]
    var open = origins
    while let origin = open.popLast() {
      guard result[origin] == nil, let pin = pins[origin] else { continue }
      result[origin] = pin
      guard origin.kind != .binary else { continue }
      let document = CarthageDocument.cartfile(origin, pin: pin)
      try await library.fetch([document], into: &metadata)
      open += try metadata.cartfiles[document]?.get().map(\.origin) ?? []
    }
    return result
  }
}

extension SourceText {
  /// Removes the lines of dependencies from a Cartfile.
  fileprivate func removing(_ names: Set<String>) throws(Problem) -> SourceText {
    let entries = try Cartfile(self).entries.filter { names.contains($0.origin.identity) }
    let ranges = entries.map { entry in
      let offset = entry.requirementRange.lowerBound
      let start = bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let end = bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
      return Replacement(file: file, range: start..<end, text: "")
    }
    let edited = try edited(by: ranges)
    guard try Cartfile(edited).entries.count == Cartfile(self).entries.count - entries.count else {
      throw Problem(.refused, "can't be edited without changing something else", subject: file)
    }
    return edited
  }
}

extension LinkedFrameworks {
  /// Refuses to leave a linked framework that is no longer built.
  fileprivate func requireKnown(
    _ gone: [CarthageOrigin], _ modules: Set<String>
  ) throws(Problem) {
    let linked = Set(parts.map(\.name)).subtracting(modules)
    guard let origin = gone.sorted().first(where: { linked.contains($0.name) }) else { return }
    throw Problem(
      .refused, "builds \(origin.name).framework, which no product of its package replaces",
      subject: origin.identity)
  }

  /// Removes frameworks from all projects: references, build files, and paths to copy.
  fileprivate func removing(_ modules: Set<String>) throws(Problem) -> [FileChange] {
    var files: [FileChange] = []
    for project in projects {
      var project = project
      try project.remove(modules)
      let edited = try project.objects.edited()
      guard edited.bytes != project.objects.text.bytes else { continue }
      files.append(
        FileChange(
          path: edited.file, before: project.objects.text.bytes, after: edited.bytes))
    }
    return files
  }
}

extension LinkedFrameworks.Linked {
  fileprivate mutating func remove(_ modules: Set<String>) throws(Problem) {
    let references = Set(frameworks.filter { modules.contains($0.value) }.keys)
    let builds = objects.all("PBXBuildFile").filter {
      references.contains($0.node["fileRef"]?.string ?? "")
    }
    let gone = references.union(builds.map(\.id))
    for kind in [
      "PBXFrameworksBuildPhase", "PBXCopyFilesBuildPhase", "PBXResourcesBuildPhase",
    ] {
      for phase in objects.all(kind) { try remove(gone, from: phase.node["files"]) }
    }
    for group in objects.all("PBXGroup") { try remove(gone, from: group.node["children"]) }
    for (id, node) in builds.map({ ($0.id, $0.node) }) where gone.contains(id) {
      try objects.removeLines(of: node)
    }
    for id in references.sorted() {
      if let node = objects[id] { try objects.removeLines(of: node) }
    }
    for script in objects.all("PBXShellScriptBuildPhase") {
      try remove(modules, fromScript: script)
    }
  }

  private mutating func remove(_ ids: Set<String>, from list: PropertyList.Node?) throws(Problem) {
    for element in list?.elements ?? [] where ids.contains(element.string ?? "") {
      try objects.removeLines(of: element)
    }
  }

  /// Removes the paths of frameworks from a phase that runs `carthage copy-frameworks`.
  private mutating func remove(
    _ modules: Set<String>, fromScript script: (id: String, node: PropertyList.Node)
  ) throws(Problem) {
    guard script.node["shellScript"]?.string?.contains("copy-frameworks") == true else { return }
    if let list = script.node["inputFileListPaths"]?.elements?.first {
      throw objects.refusal(
        "has its inputs in a file list, which isn't edited", list.string ?? "", list)
    }
    for key in ["inputPaths", "outputPaths"] {
      for path in script.node[key]?.elements ?? [] {
        guard let module = TreePath.name(of: path.string ?? "").framework,
          modules.contains(module)
        else { continue }
        try objects.removeLines(of: path)
      }
    }
  }
}
