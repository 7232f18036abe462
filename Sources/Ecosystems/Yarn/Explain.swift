import Ecosystem
import JSON
import JavaScript

extension YarnEcosystem {
  /// Lists the dependents of each copy of a package, up to the project.
  ///
  /// With a version, it adds the requirements that exclude the version and the result of an update.
  func explain(
    _ name: String, version: String?, in sources: YarnSources
  ) async throws(Problem) -> [String] {
    let explanation = YarnExplanation(copies: try sources.copies(), sources: sources)
    let lines = explanation.lines(about: name)
    guard !lines.isEmpty else {
      throw Problem(.usage, "is neither in package.json nor in its lock", subject: name)
    }
    guard let text = version else { return lines }
    guard let version = Version(text) else {
      throw Problem(.usage, "is not a version", subject: "\(name)@\(text)")
    }
    var result = lines + explanation.objections(to: version, of: name)
    let target = Goal.Target(name: name, version: text)
    do throws(Problem) {
      let change = try await change(sources, toward: .update([target], UpdateOptions()))
      result.append(YarnExplanation.terms(of: target, change))
    } catch {
      guard error.kind == .unsolvable else { throw error }
      result.append("\(name)@\(text) cannot be locked: \(error.subject ?? name) \(error.message).")
      result += error.explanation
    }
    return result
  }
}

/// Explains in sentences why a lock has its versions.
struct YarnExplanation {
  let copies: LockedCopies
  let sources: YarnSources

  /// Returns the dependents of each copy of a name, up to the project.
  func lines(about name: String) -> [String] {
    copies.copies(of: name).flatMap { copy in
      var lines = ["\(copy.name)@\(copy.version) is locked."]
      var seen: Set<LockedCopy> = [copy]
      var open = [copy]
      while let next = open.first, lines.count < 40 {
        open.removeFirst()
        for (dependent, range) in dependents(of: next) {
          let subject = dependent.map { "\($0.name)@\($0.version)" } ?? "The project"
          lines.append("\(subject) wants \(next.name)@\(range).")
          if let dependent, seen.insert(dependent).inserted { open.append(dependent) }
        }
      }
      return lines
    }
  }

  /// Returns the requirements that exclude a version.
  func objections(to version: Version, of name: String) -> [String] {
    copies.copies(of: name).flatMap { copy in
      dependents(of: copy).compactMap { dependent, range in
        if PackageSpec(range).unaliased.admits(version) { return nil }
        let subject = dependent.map { "\($0.name)@\($0.version)" } ?? "The project"
        return "\(subject) wants \(name)@\(range), which excludes \(version)."
      }
    }
  }

  /// Returns the packages that ask for a copy with their ranges; nil stands for the project.
  private func dependents(of copy: LockedCopy) -> [(dependent: LockedCopy?, range: String)] {
    var result: [(dependent: LockedCopy?, range: String)] = []
    var direct: Set<String> = []
    for manifest in sources.manifests {
      for entry in manifest.dependencies where entry.name == copy.name {
        let text = entry.requirement.string ?? ""
        let range = sources.rc?.catalogs.range(of: entry.name, text) ?? text
        guard sources.copy(of: copy.name, range, copies) == copy, direct.insert(range).inserted
        else { continue }
        result.append((nil, range))
      }
    }
    for dependent in copies.all {
      for pattern in dependent.dependencies where pattern.name == copy.name {
        guard copies.copy(for: pattern) == copy else { continue }
        result.append((dependent, pattern.range.withoutProtocol))
      }
    }
    return result
  }

  /// Returns the condition for a version: the edited requirement, if there is one.
  static func terms(of target: Goal.Target, _ change: Change) -> String {
    let subject = "\(target.name)@\(target.version ?? "")"
    guard let edit = change.moves.first(where: { $0.requirement != nil })?.requirement else {
      return "\(subject) can be locked without a change of the manifest."
    }
    return "\(subject) can be locked if the manifest says \(edit.after)."
  }
}
