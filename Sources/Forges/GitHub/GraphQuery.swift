/// The GraphQL requests of the client; a visit sends no others.
package enum GraphQuery: String, CaseIterable, Sendable {
  /// Whether a pull request waits in a merge queue.
  case mergeQueue = """
    query($owner: String!, $name: String!, $number: Int!) { \
    repository(owner: $owner, name: $name) { pullRequest(number: $number) { \
    isInMergeQueue autoMergeRequest { enabledAt } } } }
    """
  /// Who edited the text of an issue.
  case issueEdits = """
    query($owner: String!, $name: String!, $number: Int!) { \
    repository(owner: $owner, name: $name) { issue(number: $number) { \
    userContentEdits(first: 100) { nodes { editedAt editor { __typename login } } } } } }
    """
  /// Makes GitHub merge a pull request when its rules are met.
  case enableAutoMerge = """
    mutation($input: EnablePullRequestAutoMergeInput!) { \
    enablePullRequestAutoMerge(input: $input) { pullRequest { number } } }
    """
  /// Makes a draft ready for review.
  case endDraft = """
    mutation($input: MarkPullRequestReadyForReviewInput!) { \
    markPullRequestReadyForReview(input: $input) { pullRequest { number } } }
    """
  case disableAutoMerge = """
    mutation($input: DisablePullRequestAutoMergeInput!) { \
    disablePullRequestAutoMerge(input: $input) { pullRequest { number } } }
    """
}
