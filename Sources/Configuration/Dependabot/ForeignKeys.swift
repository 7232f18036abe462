import Text
import YAML

/// The keys of dependabot-gitlab that have a counterpart, changed in the text of a file.
///
///     auto-merge: {squash: true}   becomes automerge: {update-types: [...], method: squash}
///     approvers: [ann]             becomes reviewers: [ann]
struct ForeignKeys {
  /// The text with martlet's keys.
  private(set) var bytes: [UInt8]
  /// Reports about what was changed.
  private(set) var findings: [Finding] = []
  /// The keys that were carried over.
  private(set) var carried: [CarriedOption] = []
  /// The places of values that no longer are without effect.
  private(set) var changed: Set<Location> = []
  /// The places of keys that no longer are in the text.
  private(set) var removed: Set<Location> = []

  private var edits: [Edit] = []

  /// Changes the entries of a file.
  init(_ source: SourceText) {
    bytes = source.bytes
    guard let root = try? Document(source).root else { return }
    for (index, element) in (root["updates"]?.elements ?? []).enumerated() {
      let entries = element.entries ?? []
      for (position, entry) in entries.enumerated() where !entry.isMerged {
        let next = entries.dropFirst(position + 1).first
        change(entry, before: next, in: element, "updates[\(index)].\(entry.name)")
      }
    }
    remove(optionsOf: root)
    // The last one first, so that the places of the others stay.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text)
    }
  }

  private mutating func change(
    _ entry: Node.Entry, before next: Node.Entry?, in element: Node, _ path: String
  ) {
    switch entry.name {
    case "auto-merge": merge(entry, before: next, in: element, path)
    case "approvers": approve(entry, before: next, in: element, path)
    default: break
    }
  }

  /// Removes the options that dependabot-gitlab adds to every entry.
  private mutating func remove(optionsOf root: Node) {
    let entries = root.entries ?? []
    for (position, entry) in entries.enumerated() where entry.name == "update-options" {
      removed.insert(entry.key.location)
      edits.append(
        Edit(range: entry.range(before: entries.dropFirst(position + 1).first, in: bytes)))
      for option in entry.value.entries ?? [] {
        let name = option.name.printableLine
        findings.append(
          Finding(
            .warning, "'update-options.\(name)' isn't carried over: write '\(name)' in each entry",
            at: option.key.location))
      }
    }
  }

  private mutating func merge(
    _ entry: Node.Entry, before next: Node.Entry?, in element: Node, _ path: String
  ) {
    guard element["automerge"] == nil, element["rules"] == nil else { return }
    let merge = AutoMerge(entry.value)
    changed.insert(entry.value.location)
    for loss in merge.losses { findings.append(Finding(.warning, loss.reason, at: loss.location)) }
    guard !merge.keys.isEmpty else {
      return edits.append(Edit(range: entry.range(before: next, in: bytes)))
    }
    edits.append(entry.replacing(with: merge.keys, before: next, in: bytes))
    carry(entry, path, to: "automerge")
  }

  /// Approvers are asked for a review.
  private mutating func approve(
    _ entry: Node.Entry, before next: Node.Entry?, in element: Node, _ path: String
  ) {
    let names =
      entry.value.elements?.compactMap(\.string) ?? [entry.value.string].compactMap(\.self)
    guard !names.isEmpty else { return }
    if let reviewers = element["reviewers"] {
      let known =
        reviewers.elements?.compactMap(\.string) ?? [reviewers.string].compactMap(\.self)
      let isOneLine = !bytes[reviewers.range].contains(UInt8(ascii: "\n"))
      guard isOneLine, !known.isEmpty else { return }
      let all = Draft(known + names.filter { !known.contains($0) })
      edits.append(Edit(range: reviewers.range, text: Array(DraftWriter.line(all).utf8)))
      edits.append(Edit(range: entry.range(before: next, in: bytes)))
    } else {
      edits.append(Edit(range: entry.key.range, text: Array("reviewers".utf8)))
    }
    changed.insert(entry.value.location)
    carry(entry, path, to: "reviewers")
  }

  private mutating func carry(_ entry: Node.Entry, _ path: String, to key: String) {
    carried.append(CarriedOption(path: path, location: entry.key.location, key: key))
    findings.append(
      Finding(.note, "'\(entry.name)' becomes '\(key)'", at: entry.key.location))
  }
}

extension Node.Entry {
  /// Writes other keys in the place of this one, in the style of the mapping.
  fileprivate func replacing(
    with members: [Draft.Member], before next: Node.Entry?, in bytes: [UInt8]
  ) -> Edit {
    let start = bytes[..<key.range.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let before = bytes[start..<key.range.lowerBound]
    let isBlock = before.allSatisfy { " -".utf8.contains($0) }
    let range = range(before: next, in: bytes)
    guard isBlock else {
      let lines = members.map { DraftWriter.line(Draft(.mapping([$0])), isInner: true) }
      let isLast = range.upperBound == value.range.upperBound
      return Edit(
        range: range, text: Array((lines.joined(separator: ", ") + (isLast ? "" : ", ")).utf8))
    }
    let indent = String(repeating: " ", count: before.count)
    let lines = DraftWriter.text(Draft(.mapping(members)), header: []).split(separator: "\n")
    var text = lines.joined(separator: "\n\(indent)")
    if range.lowerBound == start, start < key.range.lowerBound { text = indent + text }
    if bytes[range].last == UInt8(ascii: "\n") { text += "\n" }
    if let next, range.upperBound == next.key.range.lowerBound { text += "\n\(indent)" }
    return Edit(range: range, text: Array(text.utf8))
  }
}
