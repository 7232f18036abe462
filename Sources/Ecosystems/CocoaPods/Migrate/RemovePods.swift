import Ecosystem
import Ruby
import Text

extension PodProject {
  /// Takes pods out of the Podfile and the lock; all others keep their versions.
  func removing(_ removals: [MigrationRemoval]) async throws(Problem) -> Change {
    let names = removals.map(\.name)
    let edited = try await PodRemoval(self, names).project()
    let change = try await edited.change(toward: .lock(LockOptions()))
    if let move = change.moves.first(where: { $0.to != nil }) {
      throw Problem(
        .unsolvable, "would move from \(move.from ?? "nothing") to \(move.to ?? "nothing")",
        subject: move.name, advice: "run `martlet lock` first, so that the lock fits the Podfile")
    }
    let left = Set(names).intersection(lock?.roots ?? []).subtracting(change.moves.map(\.name))
    if let name = left.sorted().first {
      throw Problem(
        .unsolvable, "would stay in the lock, because another pod needs it", subject: name)
    }
    var files = change.files.filter { $0.path != project.manifest }
    files.append(
      FileChange(
        path: project.manifest, before: podfileText.bytes, after: edited.podfileText.bytes))
    return Change(files: files.sorted { $0.path < $1.path }, moves: change.moves)
  }
}

/// Removes the lines of pods from a Podfile.
///
/// A line is removed whole, with a comment behind it. Lines that code builds are refused: a loop over
/// names, a condition behind the call, several calls in a line.
struct PodRemoval {
  let project: PodProject
  let names: Set<String>

  init(_ project: PodProject, _ names: [String]) {
    self.project = project
    self.names = Set(names)
  }

  /// The lines to remove.
  ///
  /// - Throws: a refusal with the place of a line that can't be removed exactly.
  func replacements() throws(Problem) -> [Replacement] {
    var ranges: [Range<Int>] = []
    for pod in project.declared where names.contains(pod.dependency.root) {
      let range = try line(of: pod)
      if !ranges.contains(range) { ranges.append(range) }
    }
    let missing = names.subtracting(project.declared.map(\.dependency.root))
    if let name = missing.sorted().first {
      throw refusal("is named by a podspec or by code, not by a `pod` line", name, nil)
    }
    return ranges.map { Replacement(file: project.project.manifest, range: $0, text: "") }
  }

  private func line(of pod: Podfile.Pod) throws(Problem) -> Range<Int> {
    let name = pod.dependency.root
    guard let call = pod.call, call.file == project.project.manifest else {
      throw refusal("is named by code, not by a `pod` line of the Podfile", name, pod.location)
    }
    guard let literal = pod.name?.literal, literal.file == call.file,
      call.range.contains(literal.range.lowerBound)
    else {
      throw refusal("has a name that code computes, such as a loop", name, pod.location)
    }
    let bytes = project.podfileText.bytes
    let start = bytes[..<call.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[call.range.upperBound...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let before = bytes[start..<call.range.lowerBound]
    let after = bytes[call.range.upperBound..<end].drop(while: Self.isSpace)
    guard before.allSatisfy(Self.isSpace), after.isEmpty || after.first == UInt8(ascii: "#") else {
      throw refusal("shares its line with other code", name, pod.location)
    }
    return start..<end
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D, 0x0A].contains(byte) }

  private func refusal(_ message: String, _ name: String, _ location: Location?) -> Problem {
    Problem(
      .refused, message, subject: name, at: location,
      advice: "write `pod '\(name)'` on a line of its own")
  }

  /// Evaluates the edited Podfile and checks that only the named pods are gone.
  func project() async throws(Problem) -> PodProject {
    let text = try project.podfileText.edited(by: replacements())
    let tree = project.tree.overlaying([project.project.manifest: text])
    let podfile = try await CocoaPodsEcosystem.podfile(of: project.project, in: tree, nil)
    guard try podfile.shape(without: []) == project.podfile.shape(without: names) else {
      throw Problem(
        .refused, "can't be removed without changing other pods",
        subject: names.sorted().joined(separator: ", "), at: project.declared.first?.location)
    }
    return PodProject(
      project: project.project, tree: tree, library: project.library,
      toolchain: project.toolchain, podfile: podfile, podfileText: text, lock: project.lock,
      lockText: project.lockText, ignoresPods: project.ignoresPods)
  }
}

extension Podfile {
  /// The targets with their platforms and their remaining pods.
  fileprivate func shape(without names: Set<String>) throws(Problem) -> [String] {
    var result = sources + plugins.map(\.name) + opaque.map(\.name)
    for index in targets.indices {
      let target = targets[index]
      let pods = try dependencies(of: index).filter { !names.contains($0.root) }
      let platform = platform(of: index)?.displayName ?? ""
      result.append("\(target.name) \(target.isAbstract) \(target.inheritance) \(platform)")
      result += pods.map { "\($0.text) \($0.repository ?? "")" }
    }
    return result
  }
}
