import Crypto
import JSON
import Time

/// A project in the answer of a survey that describes it completely.
struct SurveyedProject {
  private let name: RepositoryName
  private let head: String
  private let node: Node

  /// Checks that nothing is missing; nil if the project has to be visited.
  ///
  /// A merge request into another branch than the default one depends on a head that isn't shown.
  init?(_ node: Node) {
    guard let path = node["fullPath"]?.string, let name = RepositoryName(path),
      let branch = node["repository"]?["rootRef"]?.string,
      let head = node["repository"]?["tree"]?["lastCommit"]?["sha"]?.string,
      let open = node["open"], Self.isWhole(open, of: GitLabSurvey.mergeRequests),
      node["latest"]?["nodes"]?.isNull == false,
      node["issuesEnabled"]?.bool == false || node["issues"]?["nodes"]?.isNull == false,
      open["nodes"]?.elements.allSatisfy({ Self.isWhole(mergeRequest: $0, into: branch) }) == true
    else { return nil }
    self.name = name
    self.head = head
    self.node = node
  }

  private static func isWhole(mergeRequest node: Node, into branch: String) -> Bool {
    guard node["targetBranch"]?.string == branch, node["detailedMergeStatus"]?.string != nil,
      let pipelines = node["pipelines"], isWhole(pipelines, of: GitLabSurvey.pipelines)
    else { return false }
    return pipelines["nodes"]?.elements.allSatisfy { pipeline in
      pipeline["jobs"].map { isWhole($0, of: GitLabSurvey.jobs) } ?? false
    } ?? false
  }

  /// Whether a page has all elements.
  private static func isWhole(_ page: Node, of limit: Int) -> Bool {
    guard let count = page["count"]?.int, count <= limit else { return false }
    // An element that the account may not read is null.
    return elements(of: page).count { !$0.isNull } == count
  }

  private static func elements(of page: Node?) -> [Node] {
    page?["nodes"].map { Array($0.elements) } ?? []
  }

  /// The repository; until a change is old enough that the next one shows, its mark is never the same.
  func repository(at now: Timestamp) -> SurveyedRepository {
    let text = node.text + (showsNextChange(at: now) ? "" : " \(now.milliseconds)")
    return SurveyedRepository(
      name: name, head: head, mark: Digest(.sha256, of: text).hexadecimal)
  }

  /// Times have seconds, and GitLab computes the status of a merge request when somebody reads it.
  private func showsNextChange(at now: Timestamp) -> Bool {
    let open = Self.elements(of: node["open"])
    let last = ["latest", "issues"].flatMap { Self.elements(of: node[$0]) }
    let pipelines = open.flatMap { Self.elements(of: $0["pipelines"]) }
    return (open + last + pipelines).allSatisfy {
      HostTime.isPast($0["updatedAt"]?.string, at: now)
    }
      && open.allSatisfy { request in
        let word = request["detailedMergeStatus"]?.string ?? ""
        return !GitLabMergeStatus(word: word.lowercased()).isComputing
      }
  }
}
