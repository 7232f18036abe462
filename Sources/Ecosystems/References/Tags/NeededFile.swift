import Ecosystem
import Text
import YAML

/// A file of another repository without which a use of it fails.
package struct NeededFile: Hashable, Sendable {
  /// The subject of messages: `the action restore`, `the hook lint`.
  var name: String
  /// The paths at which it can be; one of them has to exist.
  var paths: [String]
  /// The hook that the file has to declare; nil for other files.
  var hook: String?

  /// Creates a need.
  init(_ name: String, at paths: [String], hook: String? = nil) {
    self.name = name
    self.paths = paths
    self.hook = hook
  }

  /// An action or a reusable workflow below the root of its repository; nil for the root itself, whose
  /// definition releases don't move.
  init?(actionAt path: String) {
    guard !path.isEmpty else { return nil }
    if path.hasSuffix(".yml") || path.hasSuffix(".yaml") {
      self.init("the workflow \(path)", at: [path])
    } else {
      let names = ["action.yml", "action.yaml", "Dockerfile"]
      self.init("the action \(path)", at: names.map { "\(path)/\($0)" })
    }
  }

  /// Whether files have it.
  ///
  /// - Throws: a refusal if the declaration of hooks can't be read.
  func exists(in files: [String: [UInt8]]) throws(Problem) -> Bool {
    guard let path = paths.first(where: { files[$0] != nil }), let bytes = files[path] else {
      return false
    }
    guard let hook else { return true }
    let document: Document
    do throws(SyntaxError) {
      document = try Document(SourceText(file: path, bytes: bytes))
    } catch {
      throw Problem(.refused, "has a \(path) that can't be read: \(error.message)")
    }
    guard let hooks = document.root?.elements else {
      throw Problem(.refused, "has a \(path) that isn't a list")
    }
    return hooks.contains { $0["id"]?.string == hook }
  }
}

extension TagPart {
  /// The number of releases that are examined until one has everything.
  private static let examined = 20

  /// The reasons why tags can't be used, by tag: what a use needs is gone, or can't be read.
  ///
  /// One request is made for each examined tag, from the newest down to the first that has everything.
  /// What the present version lacks, too, comes from elsewhere.
  func heldBack(
    _ tags: [TagVersion], for members: [Member], in references: TagReferences
  ) async throws(Problem) -> [String: String] {
    let needs = members.flatMap(\.use.needs)
    guard !needs.isEmpty else { return [:] }
    var held: [String: String] = [:]
    for tag in tags.reversed() where !tag.isPrerelease {
      guard held.count < Self.examined else {
        held[tag.text] = "isn't examined, as \(Self.examined) newer ones can't be used"
        continue
      }
      guard let commit = references.tags[tag.text] ?? references.branches[tag.text],
        let reason = try await obstacle(at: commit, for: members, in: references)
      else { break }
      held[tag.text] = reason
    }
    return held
  }

  /// The reason why uses can't move to a commit; nil if it has everything that they need.
  func obstacle(
    at commit: String, for members: [Member], in references: TagReferences
  ) async throws(Problem) -> String? {
    for member in members where !member.use.needs.isEmpty {
      let present = member.use.commit(in: references)
      for need in try await library.missing(member.use.needs, at: commit, in: references) {
        if let reason = need.reason { return reason }
        guard let present else { continue }
        if let reason = await loss(of: need.file, since: present, in: references) { return reason }
      }
    }
    return nil
  }

  /// Says that a release lacks a file, unless the present version lacks it, too.
  private func loss(
    of file: NeededFile, since present: String, in references: TagReferences
  ) async -> String? {
    do throws(Problem) {
      let missing = try await library.missing([file], at: present, in: references)
      return missing.isEmpty ? "no longer has \(file.name)" : nil
    } catch {
      return "lacks \(file.name), and the version in use can't be read"
    }
  }
}

extension TagUse {
  /// The commit of the reference; nil if the repository doesn't have it.
  fileprivate func commit(in references: TagReferences) -> String? {
    if isPinned {
      return references.tagNames[reference].flatMap { references.tags[$0] } ?? reference
    }
    return references.tags[reference] ?? references.branches[reference]
  }
}

/// A file that a commit lacks.
struct MissingFile: Sendable {
  var file: NeededFile
  /// Why it isn't known whether the commit has it; nil if it doesn't.
  var reason: String?
}

extension TagLibrary {
  /// Finds the files that a commit lacks, with one request for each commit and list of paths.
  ///
  /// - Throws: a failure if the server doesn't respond; what it refuses to send isn't known.
  func missing(
    _ needs: [NeededFile], at commit: String, in references: TagReferences
  ) async throws(Problem) -> [MissingFile] {
    let files: [String: [UInt8]]
    do throws(Problem) {
      files = try await self.files(Set(needs.flatMap(\.paths)), at: commit, in: references)
    } catch {
      guard error.kind == .refused else { throw error }
      return needs.map { MissingFile(file: $0, reason: "can't be read: it \(error.message)") }
    }
    return needs.compactMap { need in
      do throws(Problem) {
        return try need.exists(in: files) ? nil : MissingFile(file: need)
      } catch {
        return MissingFile(file: need, reason: error.message)
      }
    }
  }
}
