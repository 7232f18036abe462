import Ecosystem
import Git
import HTTP
import JSON
import Text

/// Fetches the documents of a resolution.
struct CarthageLibrary: Sendable {
  /// The number of branches and tags that a repository may have.
  private static let referenceLimit = 50_000

  let http: HTTP.Client
  let git: Git.Client

  /// Searches for versions, and fetches the documents that the search needs.
  ///
  /// - Parameters:
  ///   - needs: the lines of the project's Cartfiles.
  ///   - metadata: the documents so far; new ones are added.
  ///   - leavesOut: whether versions that need a repository which no server shows are left out;
  ///     Carthage fails then. The repositories of `needs` aren't meant.
  ///   - narrow: leaves out documents or parts of them before each search.
  /// - Returns: a version for each dependency.
  /// - Throws: `unsolvable` if there is no solution; a failure if a repository doesn't respond.
  func solve(
    _ needs: [CarthageMetadata.Need], _ metadata: inout CarthageMetadata,
    leavesOut: Bool = false,
    narrow: @escaping (inout CarthageMetadata) -> Void = { _ in }
  ) async throws(Problem) -> CarthageSearch.Solution {
    let known = metadata
    let direct = Set(needs.map(\.origin))
    var driver = ResolutionDriver(subject: "Cartfile") {
      (document: CarthageDocument) async throws(Problem) -> Content in
      do throws(Problem) {
        return try await fetch(document, known)
      } catch {
        guard leavesOut, error.unavailable != nil, case .versions(let origin) = document,
          !direct.contains(origin)
        else { throw error }
        return .unavailable(origin, error)
      }
    }
    var resolution = CarthageResolution(needs: needs, metadata: metadata, narrow: narrow)
    let solution = try await driver.run(&resolution)
    metadata = resolution.metadata
    return solution
  }

  /// Fetches documents, several at the same time.
  func fetch(
    _ documents: Set<CarthageDocument>, into metadata: inout CarthageMetadata
  ) async throws(Problem) {
    let known = metadata
    let results = await fetchAll(Array(documents)) {
      (document: CarthageDocument) async throws(Problem) in try await fetch(document, known)
    }
    for (_, result) in results { metadata.add(try result.get()) }
  }

  /// A document with its content.
  enum Content: Sendable {
    case tags(CarthageOrigin, [Reference])
    case versions(CarthageOrigin, [String])
    case unavailable(CarthageOrigin, Problem)
    case pin(CarthageDocument, String)
    case cartfile(CarthageDocument, Result<[CarthageMetadata.Need], Problem>)
  }

  /// Fetches one document.
  private func fetch(
    _ document: CarthageDocument, _ known: CarthageMetadata
  ) async throws(Problem) -> Content {
    switch document {
    case .versions(let origin): try await versions(of: origin)
    case .reference(let origin, let name): .pin(document, try await pin(of: name, in: origin))
    case .cartfile(let origin, let pin):
      .cartfile(document, try await cartfile(of: origin, at: pin, known))
    }
  }

  private func versions(of origin: CarthageOrigin) async throws(Problem) -> Content {
    if origin.kind == .binary { return .versions(origin, try await binaryVersions(of: origin)) }
    return .tags(origin, try await references(of: origin))
  }

  /// Fetches the branches and tags of a repository.
  func references(of origin: CarthageOrigin) async throws(Problem) -> [Reference] {
    let url = origin.repositoryURL ?? ""
    let references: [Reference]
    do throws(GitError) {
      references = try await git.references(url)
    } catch {
      throw Problem(failedRequest: error, of: url)
    }
    guard references.count <= Self.referenceLimit else {
      throw Problem(
        .refused, "has more than \(Self.referenceLimit) branches and tags", subject: url)
    }
    return references
  }

  /// Returns the commit of a tag; nil if there is no such tag.
  func commit(ofTag tag: String, in origin: CarthageOrigin) async throws(Problem) -> String? {
    try await references(of: origin).first { $0.tag == tag }?.commit
  }

  /// A tag is its own pin, a branch stands for its commit, as does a commit for itself.
  private func pin(
    of name: String, in origin: CarthageOrigin
  ) async throws(Problem) -> String {
    let references = try await references(of: origin)
    if references.contains(where: { $0.name == "refs/tags/\(name)" }) { return name }
    if let branch = references.first(where: { $0.name == "refs/heads/\(name)" }) {
      return branch.commit
    }
    let isCommit = name.utf8.count == 40 && name.allSatisfy(\.isHexDigit)
    guard isCommit else {
      throw Problem(
        .refused, "is not a tag, a branch or a full commit of \(origin)", subject: name,
        advice: "name a tag, a branch, or a commit with all 40 digits")
    }
    return name.lowercased()
  }

  private func cartfile(
    of origin: CarthageOrigin, at pin: String, _ known: CarthageMetadata
  ) async throws(Problem) -> Result<[CarthageMetadata.Need], Problem> {
    let url = origin.repositoryURL ?? ""
    let reference = try await reference(to: pin, in: origin, known)
    let files: [String: [UInt8]]
    do throws(GitError) {
      files = try await git.files(url, reference) { $0 == "Cartfile" }
    } catch {
      let problem = Problem(failedRequest: error, of: url)
      // Only this version is held back.
      guard case .tooLarge = error.code else { throw problem }
      return .failure(problem)
    }
    guard let bytes = files["Cartfile"] else { return .success([]) }
    do throws(Problem) {
      let cartfile = try Cartfile(SourceText(file: "Cartfile", bytes: bytes))
      return .success(cartfile.entries.map { .init($0.origin, $0.requirement) })
    } catch {
      var problem = error
      problem.subject = "the Cartfile of \(origin) \(pin)"
      return .failure(problem)
    }
  }

  /// Returns the reference that a tag or a commit stands for.
  func reference(
    to pin: String, in origin: CarthageOrigin, _ known: CarthageMetadata = CarthageMetadata()
  ) async throws(Problem) -> Reference {
    let tag = "refs/tags/\(pin)"
    if let commit = known.commits[origin]?[pin] { return Reference(name: tag, commit: commit) }
    let references = try await references(of: origin)
    if let found = references.first(where: { $0.name == tag })
      ?? references.first(where: { $0.commit == pin })
    {
      return found
    }
    return Reference(name: "HEAD", commit: pin)
  }
}

extension CarthageMetadata {
  mutating func add(_ document: CarthageLibrary.Content) {
    switch document {
    case .tags(let origin, let references):
      versions[origin] = []
      for reference in references where reference.name.hasPrefix("refs/tags/") {
        let tag = String(reference.name.dropFirst("refs/tags/".count))
        versions[origin, default: []].append(tag)
        commits[origin, default: [:]][tag] = reference.commit
      }
    case .versions(let origin, let list): versions[origin] = list
    case .unavailable(let origin, let problem):
      versions[origin] = []
      unavailable[origin] = problem
    case .pin(let document, let pin): references[document] = pin
    case .cartfile(let document, let needs): cartfiles[document] = needs
    }
  }
}

extension CarthageLibrary {
  /// The keys of a binary's JSON: `{"1.0.0": "https://example.com/1.0.0.zip"}`.
  private func binaryVersions(of origin: CarthageOrigin) async throws(Problem) -> [String] {
    guard origin.address.hasPrefix("https://") else {
      throw Problem(
        .refused, "is a file, which a repository can't bring to another machine",
        subject: "\(origin)", advice: "serve the definition over https")
    }
    let response: Response
    do throws(HTTPError) {
      response = try await http.send(Request(.get, origin.address))
    } catch {
      throw Problem(failedRequest: error)
    }
    guard response.status == 200 else {
      let isForbidden = [401, 403].contains(response.status)
      let isMissing = [404, 410].contains(response.status)
      throw Problem(
        .failed, "responded with status \(response.status)", subject: origin.address,
        advice: isForbidden ? "give its credential in the operator's file, under registries" : nil,
        unavailable: isForbidden || isMissing ? origin.address : nil)
    }
    do throws(SyntaxError) {
      let text = SourceText(file: origin.address, bytes: response.body)
      return Array(try Document(text).root.dictionary.keys)
    } catch {
      throw Problem(.failed, "isn't JSON: \(error.message)", subject: origin.address)
    }
  }
}
