@testable import Changelogs
import HTTP
import Synchronization
import Testing

/// A forge as a table of addresses and bodies.
///
/// Other addresses return 404.
private func forge(_ answers: [String: String]) -> Client {
  Client { request in
    answers[request.url].map { Response(status: 200, body: Array($0.utf8), url: request.url) }
      ?? Response(status: 404, url: request.url)
  }
}

private let api = "https://api.github.com/repos/acme/widget"
private let log =
  "## 1.2.0\n\n- See @ann in #3\n\n## 1.1.0\n\n- a\n\n## 1.0.0\n\n- the first one of them all, long enough to be a changelog\n"

private let github = [
  "\(api)/releases?per_page=100": """
  [{"tag_name":"v1.3.0","name":"","body":"later"},
   {"tag_name":"v1.2.0","name":"Twelve","body":"Thanks @ann, closes #3"},
   {"tag_name":"v1.0.0","name":"One","body":"old"}]
  """,
  "\(api)/contents/": """
  [{"name":"CHANGELOG.md","path":"CHANGELOG.md","type":"file","size":400},
   {"name":"changelog.sh","path":"changelog.sh","type":"file","size":400},
   {"name":"UPGRADING.md","path":"UPGRADING.md","type":"file","size":400}]
  """,
  "\(api)/contents/CHANGELOG.md": log,
  "\(api)/commits?per_page=100&sha=v1.2.0":
    #"[{"sha":"bbbbbbbb","commit":{"message":"Fix #3\n\nlong"}},{"sha":"aaaaaaaa","commit":{"message":"First"}}]"#,
  "\(api)/commits?per_page=100&sha=v1.0.0": #"[{"sha":"aaaaaaaa","commit":{"message":"First"}}]"#,
]

@Suite struct `The description of a repository` {
  @Test(arguments: [
    ("https://github.com/acme/widget", "https://api.github.com/repos/acme/widget"),
    (
      "https://gitlab.com/acme/tools/widget",
      "https://gitlab.com/api/v4/projects/acme%2Ftools%2Fwidget"
    ),
    ("https://codeberg.org/acme/widget", "https://codeberg.org/api/v1/repos/acme/widget"),
  ])
  func `says whether it is archived`(address: String, request: String) async {
    let source = PackageSource(name: "widget", addresses: [address])
    for (body, expected) in [
      (#"{"archived": true}"#, NotesFinder.Upkeep.archived), (#"{"archived": false}"#, .open),
      ("{}", .unstated), (#"{"archived": null}"#, .unstated), ("<html>", .unstated),
    ] {
      let found = await NotesFinder(client: forge([request: body])).upkeep(of: source)
      #expect(found.upkeep == expected, "\(body)")
      #expect(found.page == address)
    }
    let missing = await NotesFinder(client: forge([:])).upkeep(of: source)
    #expect(missing == (.missing, address))
    let limited = Client { Response(status: 403, url: $0.url) }
    #expect(await NotesFinder(client: limited).upkeep(of: source).upkeep == .failedRequest)
  }

  @Test func `isn't asked for where no host has it`() async {
    let source = PackageSource(name: "widget", addresses: ["https://bitbucket.org/acme/widget"])
    let client = Client { request in
      Issue.record("\(request.url)")
      return Response(status: 404, url: request.url)
    }
    #expect(await NotesFinder(client: client).upkeep(of: source).upkeep == .unknown)
  }
}

private func find(
  _ client: Client, _ address: String = "acme/widget", name: String = "widget",
  directory: String? = nil, budget: Budget = Budget()
) async -> Notes {
  await NotesFinder(client: client, budget: budget).notes(
    for: PackageSource(name: name, addresses: [address], directory: directory), from: "1.0.0",
    to: "1.2.0", order: order)
}

@Suite struct `The search for release notes` {
  @Test func `an old release that names the package doesn't hide later ones`() async {
    var answers = github
    answers["\(api)/releases?per_page=100"] = """
      [{"tag_name":"v1.2.0","name":"Twelve","body":"new"},
       {"tag_name":"widget-0.1.0","name":"Odd","body":"old"}]
      """
    let notes = await find(forge(answers))
    #expect(notes.releases.value?.map(\.title) == ["Twelve"])
  }

  @Test func `releases and tags of the root aren't those of a package in a folder`() async {
    var answers = github
    answers["\(api)/releases?per_page=100"] = """
      [{"tag_name":"v1.2.0","name":"Root","body":"other"},
       {"tag_name":"gadget@1.2.0","name":"Gadget","body":"another"},
       {"tag_name":"v1.0.0","name":"Root","body":"other"}]
      """
    answers["\(api)/tags?per_page=100"] =
      #"[{"name":"v1.2.0"},{"name":"gadget@1.2.0"},{"name":"v1.0.0"}]"#
    let notes = await find(forge(answers), directory: "packages/widget")
    #expect(notes.releases.value == nil)
    #expect(notes.comparison == nil)
  }

  @Test func `GitHub: releases, changelog, commits, comparison and guide`() async {
    let notes = await find(forge(github))
    #expect(notes.releases.value?.map(\.title) == ["Twelve"])
    #expect(notes.changelog.value?.text == "## 1.2.0\n\n- See @ann in #3\n\n## 1.1.0\n\n- a\n")
    #expect(notes.commits.value?.map(\.title) == ["Fix #3"])
    #expect(notes.comparison == "https://github.com/acme/widget/compare/v1.0.0...v1.2.0")
    #expect(notes.upgradeGuide == "https://github.com/acme/widget/blob/HEAD/UPGRADING.md")
    #expect(notes.requests == 5)
  }

  @Test func `GitLab: the same contents from its own API`() async {
    let api = "https://gitlab.com/api/v4/projects/acme%2Fwidget"
    let notes = await find(
      forge([
        "\(api)/releases?per_page=100": #"[{"tag_name":"v1.2.0","name":"x","description":"text"}]"#,
        "\(api)/repository/tags?per_page=100": #"[{"name":"v1.2.0"},{"name":"v1.0.0"}]"#,
        "\(api)/repository/tree?per_page=100": #"[{"name":"NEWS","path":"NEWS","type":"blob"}]"#,
        "\(api)/repository/files/NEWS/raw?ref=HEAD": log,
        "\(api)/repository/commits?per_page=100&ref_name=v1.2.0": #"[{"id":"b","title":"B"}]"#,
        "\(api)/repository/commits?per_page=100&ref_name=v1.0.0": "[]",
      ]), "https://gitlab.com/acme/widget")
    #expect(notes.releases.value?.count == 1)
    #expect(notes.changelog.value?.page == "https://gitlab.com/acme/widget/-/blob/HEAD/NEWS")
    #expect(notes.commits.value?.map(\.title) == ["B"])
    #expect(notes.comparison == "https://gitlab.com/acme/widget/-/compare/v1.0.0...v1.2.0")
  }

  @Test func `Gitea and Bitbucket: changelogs and comparisons`() async {
    let gitea = "https://codeberg.org/api/v1/repos/acme/widget"
    let one = await find(
      forge([
        "\(gitea)/tags?limit=50": #"[{"name":"1.2.0"},{"name":"1.0.0"}]"#,
        "\(gitea)/contents":
          #"[{"name":"HISTORY.md","path":"HISTORY.md","type":"file","size":200}]"#,
        "\(gitea)/raw/HISTORY.md": log,
      ]), "https://codeberg.org/acme/widget")
    #expect(one.changelog.value != nil)
    #expect(one.releases == .absent(.none))
    #expect(one.comparison == "https://codeberg.org/acme/widget/compare/1.0.0...1.2.0")
    let bitbucket = "https://api.bitbucket.org/2.0/repositories/acme/widget"
    let other = await find(
      forge([
        "\(bitbucket)/src/HEAD/?pagelen=100":
          #"{"values":[{"path":"CHANGES","type":"commit_file","size":300}]}"#,
        "\(bitbucket)/src/HEAD/CHANGES": log,
      ]), "https://bitbucket.org/acme/widget")
    #expect(other.changelog.value?.page == "https://bitbucket.org/acme/widget/src/HEAD/CHANGES")
  }

  @Test func `Bitbucket Data Center: a changelog, commits and a comparison`() async {
    let page = "https://bits.acme.dev/projects/ACME/repos/widget"
    let api = "https://bits.acme.dev/rest/api/latest/projects/ACME/repos/widget"
    let client = forge([
      "\(api)/tags?limit=100&orderBy=MODIFICATION":
        #"{"values":[{"displayId":"v1.2.0"},{"displayId":"v1.0.0"}]}"#,
      "\(api)/browse?limit=500": """
      {"path":{"toString":""},"children":{"values":[
       {"path":{"toString":"src"},"type":"DIRECTORY"},
       {"path":{"toString":"CHANGELOG.md"},"type":"FILE","size":300}]}}
      """,
      "\(api)/raw/CHANGELOG.md": log,
      "\(api)/commits?limit=100&until=v1.2.0": #"{"values":[{"id":"b","message":"B\n\nmore"}]}"#,
      "\(api)/commits?limit=100&until=v1.0.0": #"{"values":[]}"#,
    ])
    let notes = await NotesFinder(client: client, hosts: ["bits.acme.dev": .bitbucketServer]).notes(
      for: PackageSource(name: "widget", addresses: ["https://bits.acme.dev/scm/ACME/widget.git"]),
      from: "1.0.0", to: "1.2.0", order: order)
    #expect(notes.releases == .absent(.none))
    #expect(notes.changelog.value?.page == "\(page)/browse/CHANGELOG.md")
    #expect(notes.commits.value?.map(\.page) == ["\(page)/commits/b"])
    #expect(
      notes.comparison == "\(page)/compare/commits?sourceBranch=v1.2.0&targetBranch=v1.0.0")
  }

  @Test func `A listing that fails or has another form is not an empty folder`() async {
    let api = "https://bits.acme.dev/rest/api/latest/projects/ACME/repos/widget"
    let answers: [(Int, String, Absence)] = [
      (200, "{}", .unreadable), (200, "[]", .unreadable), (503, "", .refused(status: 503)),
      (200, #"{"children":{"values":[]}}"#, .none), (404, "", .none),
    ]
    for (status, body, absence) in answers {
      let client = Client { request in
        let isListing = request.url == "\(api)/browse?limit=500"
        return Response(
          status: isListing ? status : 404, body: isListing ? Array(body.utf8) : [],
          url: request.url)
      }
      let finder = NotesFinder(client: client, hosts: ["bits.acme.dev": .bitbucketServer])
      let notes = await finder.notes(
        for: PackageSource(name: "widget", addresses: ["https://bits.acme.dev/scm/ACME/widget"]),
        from: "1.0.0", to: "1.2.0", order: order)
      #expect(notes.changelog == .absent(absence), "\(status) \(body)")
    }
  }

  @Test func `A monorepo: own tags, own folder, own commits`() async {
    let api = "https://api.github.com/repos/acme/mono"
    let notes = await find(
      forge([
        "\(api)/releases?per_page=100": """
        [{"tag_name":"@acme/other@1.2.0","body":"no"},{"tag_name":"@acme/core@1.2.0","body":"yes"},
         {"tag_name":"@acme/core@1.0.0","body":"old"}]
        """,
        "\(api)/contents/packages/core":
          #"[{"name":"CHANGELOG.md","path":"packages/core/CHANGELOG.md","type":"file","size":300}]"#,
        "\(api)/contents/packages/core/CHANGELOG.md": log,
        "\(api)/commits?per_page=100&sha=%40acme%2Fcore%401.2.0&path=packages%2Fcore":
          #"[{"sha":"c","commit":{"message":"Core"}}]"#,
        "\(api)/commits?per_page=100&sha=%40acme%2Fcore%401.0.0&path=packages%2Fcore": "[]",
      ]), "https://github.com/acme/mono", name: "@acme/core", directory: "packages/core")
    #expect(notes.releases.value?.map(\.text) == ["yes"])
    #expect(notes.changelog.value?.page.hasSuffix("/packages/core/CHANGELOG.md") == true)
    #expect(notes.commits.value?.map(\.title) == ["Core"])
  }

  @Test func `Releases are read from several pages until both versions are found`() async {
    let list = "\(api)/releases?per_page=100"
    let pages = [
      list: #"[{"tag_name":"v9.0.0","body":"new"},{"tag_name":"v0.9.1","body":"backport"}]"#,
      list + "&page=2": #"[{"tag_name":"v1.2.0","body":"wanted"}]"#,
      list + "&page=3": #"[{"tag_name":"v1.1.0","body":"too"},{"tag_name":"v1.0.0","body":"o"}]"#,
      list + "&page=4": "never read",
    ]
    let client = Client { request in
      guard let body = pages[request.url] else { return Response(status: 404, url: request.url) }
      let next = pages.keys.count { $0 <= request.url } + 1
      return Response(
        status: 200, headers: ["Link": "<\(list)&page=\(next)>; rel=\"next\""],
        body: Array(body.utf8), url: request.url)
    }
    let notes = await find(client)
    #expect(notes.releases.value?.map(\.text) == ["wanted", "too"])
    #expect(notes.comparison?.hasSuffix("v1.0.0...v1.2.0") == true)
  }

  @Test func `If a later page fails, the earlier pages are used`() async {
    let list = "\(api)/releases?per_page=100"
    let client = Client { request in
      guard request.url == list else { return Response(status: 500, url: request.url) }
      return Response(
        status: 200, headers: ["Link": "<\(list)&page=2>; rel=\"next\""],
        body: Array(#"[{"tag_name":"v1.2.0","body":"wanted"}]"#.utf8), url: request.url)
    }
    #expect(await find(client).releases.value?.map(\.text) == ["wanted"])
  }

  @Test func `Bitbucket's next page comes from the body; another origin is not followed`() async {
    let tags = "https://api.bitbucket.org/2.0/repositories/acme/widget/refs/tags"
    let first = "\(tags)?pagelen=100&sort=-target.date"
    let second = #"{"values":[{"name":"v1.0.0"}]}"#
    for (next, isRead) in [("\(tags)?page=2", true), ("https://evil.dev/tags", false)] {
      let notes = await find(
        forge([
          first: #"{"values":[{"name":"v1.2.0"}],"next":"\#(next)"}"#, next: second,
        ]), "https://bitbucket.org/acme/widget")
      #expect((notes.comparison != nil) == isRead)
    }
  }

  @Test(arguments: [
    "@acme/core@1.2.0", "core@1.2.0", "core-v1.2.0", "core/v1.2.0", "packages/core/v1.2.0",
    "core-1.2.0", "core_v1.2.0",
  ])
  func `A monorepo's tags are recognized by the package's name`(tag: String) {
    let read = Tag(tag, order)
    #expect(read?.version == "1.2.0")
    #expect(read?.names("@acme/core") == true)
    #expect(read?.names("@acme/other") == false)
    #expect(read?.namesNoPackage == false)
    #expect(Tag("@other/core@1.2.0", order)?.names("@acme/core") == false)
  }

  @Test func `The changelog address from the registry takes precedence`() async {
    var answers = github
    answers["\(api)/contents/docs/log.md"] = log
    let notes = await NotesFinder(client: forge(answers)).notes(
      for: PackageSource(
        name: "widget", addresses: ["acme/widget"],
        changelog: "https://github.com/acme/widget/blob/main/docs/log.md"), from: "1.0.0",
      to: "1.2.0", order: order)
    #expect(notes.changelog.value?.page == "https://github.com/acme/widget/blob/HEAD/docs/log.md")
  }

  @Test func `Failures become reasons instead of errors`() async {
    let down = Client { request throws(HTTPError) in
      throw HTTPError(.unreachable, url: request.url)
    }
    #expect(await find(down).releases == .absent(.unreachable))
    let broken = Client { Response(status: 200, body: [0xFF, 0, 1], url: $0.url) }
    #expect(await find(broken).releases == .absent(.unreadable))
    let forbidden = Client { Response(status: 403, url: $0.url) }
    #expect(await find(forbidden).releases == .absent(.refused(status: 403)))
    #expect(await find(forge([:]), "https://example.org/x/y").commits == .absent(.unknownSource))
    let poor = await find(forge(github), budget: Budget(requests: 2))
    #expect(poor.requests == 2)
    #expect(poor.commits == .absent(.budgetSpent))
    #expect(await find(forge(github), budget: Budget(time: .zero)).requests == 0)
  }

  @Test func `A changelog in UTF-16 is read, a binary one is not`() async {
    var answers = github
    answers["\(api)/contents/CHANGELOG.md"] = nil
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in log.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let others = forge(answers)
    for (body, isRead) in [(wide, true), ([0x89, 0x50, 0, 0], false)] as [([UInt8], Bool)] {
      let client = Client { request throws(HTTPError) in
        request.url == "\(api)/contents/CHANGELOG.md"
          ? Response(status: 200, body: body, url: request.url) : try await others.send(request)
      }
      #expect((await find(client).changelog.value != nil) == isRead)
    }
  }
}

@Suite struct `The rendering of release notes` {
  @Test func `The body folds sections and contains no active references`() async {
    let text = await find(forge(github)).markdown(limit: 60_000)
    #expect(text.contains("<summary>Release notes</summary>"))
    #expect(text.contains("<summary>Changelog</summary>"))
    #expect(text.contains("[Compare `1.0.0` with `1.2.0`]"))
    let wrappers = Inspection.findings(in: text).filter {
      if case .rawHTML(let html) = $0 {
        return !html.contains("details") && !html.contains("summary")
      }
      return true
    }
    #expect(wrappers.isEmpty, "\(wrappers)")
  }

  @Test func `A section has at most fifty lines and a link to the rest`() async {
    var answers = github
    let long = (0..<200).map { "- line \($0)" }.joined(separator: "\n")
    answers["\(api)/contents/CHANGELOG.md"] = "## 1.2.0\n\(long)\n## 1.0.0\nold"
    let text = await find(forge(answers)).markdown(limit: 60_000)
    #expect(text.contains("line 48"))
    #expect(!text.contains("line 49"))
    #expect(text.contains("[the rest](https://github.com/acme/widget/blob/HEAD/CHANGELOG.md)"))
  }

  @Test func `An endless line does not displace the other lines`() async {
    var answers = github
    for line in [String(repeating: "word ", count: 18_000), String(repeating: "é", count: 45_000)] {
      answers["\(api)/contents/CHANGELOG.md"] = "## 1.2.0\n- \(line)\n- after\n## 1.0.0\nold"
      let text = await find(forge(answers)).markdown(limit: 30_000)
      #expect(text.contains("- after"))
      #expect(text.contains("<summary>Release notes</summary>"))
      #expect(text.contains("[the rest](https://github.com/acme/widget/blob/HEAD/CHANGELOG.md)"))
    }
  }

  @Test func `Limits are kept, and every cut leaves balanced markup`() async {
    let notes = await find(forge(github))
    for limit in stride(from: 0, through: 3000, by: 50) {
      let text = notes.markdown(limit: limit)
      #expect(text.utf8.count <= limit)
      #expect(text.ranges(of: "<details>").count == text.ranges(of: "</details>").count)
    }
  }
}
