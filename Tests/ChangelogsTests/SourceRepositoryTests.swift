import Changelogs
import Testing

private let spellings: [(String, String?)] = [
  ("https://github.com/acme/widget", "github https://github.com/acme/widget "),
  ("git+https://github.com/acme/widget.git", "github https://github.com/acme/widget "),
  ("git://github.com/acme/widget.git#main", "github https://github.com/acme/widget "),
  ("git@github.com:acme/widget.git", "github https://github.com/acme/widget "),
  ("git+ssh://git@github.com/acme/widget.git", "github https://github.com/acme/widget "),
  ("github:acme/widget", "github https://github.com/acme/widget "),
  ("acme/widget", "github https://github.com/acme/widget "),
  ("gitlab:acme/widget", "gitlab https://gitlab.com/acme/widget "),
  ("https://gitlab.com/a/b/c/widget", "gitlab https://gitlab.com/a/b/c/widget "),
  ("https://gitlab.com/a/b/-/tree/main/lib/x", "gitlab https://gitlab.com/a/b lib/x"),
  (
    "https://github.com/acme/mono/tree/main/packages/core",
    "github https://github.com/acme/mono packages/core"
  ),
  ("https://github.com/acme/widget/issues", "github https://github.com/acme/widget "),
  ("https://codeberg.org/acme/widget", "gitea https://codeberg.org/acme/widget "),
  ("https://bitbucket.org/acme/widget/src/master/", "bitbucket https://bitbucket.org/acme/widget "),
  ("https://git.acme.dev/team/widget", "gitea https://git.acme.dev/team/widget "),
  ("http://git.acme.dev:3000/team/widget", "gitea http://git.acme.dev:3000/team/widget "),
  ("git+http://git.acme.dev:3000/team/widget.git", "gitea http://git.acme.dev:3000/team/widget "),
  ("scm:git:http://git.acme.dev/team/widget", "gitea http://git.acme.dev/team/widget "),
  ("git+ssh://git@git.acme.dev:2222/team/widget", "gitea https://git.acme.dev/team/widget "),
  (
    "https://bits.acme.dev/projects/TEAM/repos/widget/browse/src?at=main",
    "bitbucketServer https://bits.acme.dev/projects/TEAM/repos/widget "
  ),
  (
    "https://bits.acme.dev/scm/TEAM/widget.git",
    "bitbucketServer https://bits.acme.dev/projects/TEAM/repos/widget "
  ),
  (
    "ssh://git@bits.acme.dev:7999/team/widget.git",
    "bitbucketServer https://bits.acme.dev/projects/team/repos/widget "
  ),
  (
    "https://bits.acme.dev/users/ann/repos/widget",
    "bitbucketServer https://bits.acme.dev/projects/~ann/repos/widget "
  ),
  ("https://bits.acme.dev/scm/widget.git", nil), ("https://bits.acme.dev/projects/TEAM", nil),
  ("git+http://github.com/acme/widget", "github https://github.com/acme/widget "),
  ("https://user:secret@github.com/acme/widget", "github https://github.com/acme/widget "),
  ("https://example.org/acme/widget", nil), ("https://github.com/acme", nil), ("", nil),
  ("https://github.com/../etc", nil), ("not a url", nil), ("https://github.com/a b/c", nil),
]

@Suite struct `The address of a source repository` {
  @Test(arguments: spellings)
  func `An address in any format refers to its repository`(address: String, expected: String?) {
    let found = SourceRepository(
      address, hosts: ["git.acme.dev": .gitea, "bits.acme.dev": .bitbucketServer])
    #expect(found.map { "\($0.kind) \($0.page) \($0.directory)" } == expected)
  }
}
