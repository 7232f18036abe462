import Configuration
import Languages
import Testing
import Text
import Versioning

private func read(_ lines: String, _ repositories: String = "acme/*") -> Decoded<OperatorFile> {
  let text = """
    forges:
      - {name: hub, kind: github, url: "https://github.com/", token: t, \
    repositories: [\(repositories)]}
    \(lines)

    """
  return OperatorFile.read(
    SourceText(file: "martlet.yml", text), ecosystems: ecosystems, placeholders: .unresolved)
}

/// The messages to the people of a repository, in both files.
@Suite struct `What people are told` {
  @Test func `is a reply by default, and nothing else`() throws {
    let people = try #require(read("").value).people
    #expect(people.notices == .off && people.replies == .on && people.onboarding.form == .off)
  }

  @Test func `is read, on and off being words`() throws {
    let people = try #require(read("notices: issue\nreplies: off").value).people
    #expect(people.notices == .issue && people.replies == .off)
  }

  @Test(arguments: [
    ("onboarding: issue", OnboardingSettings.Form.issue, OnboardingSettings.File.martlet, 20),
    ("onboarding: {as: pull-request, per-day: 3}", .pullRequest, .martlet, 3),
    ("onboarding: {as: off, file: dependabot}", .off, .dependabot, 20),
  ])
  func `includes the question for a file, as a word or a mapping`(
    line: String, form: OnboardingSettings.Form, file: OnboardingSettings.File, perDay: Int
  ) throws {
    let onboarding = try #require(read(line).value).people.onboarding
    #expect(onboarding.form == form && onboarding.file == file && onboarding.perDay == perDay)
  }

  @Test func `is in a language, by default none in particular`() throws {
    #expect(try #require(read("").value).language == nil)
    #expect(try #require(read("language: ja").value).language == .japanese)
  }

  @Test(arguments: [
    ("language: ja\n", Language.japanese), ("version: 2\nlanguage: \"en\" # our own\n", .english),
    ("updates: [@\nlanguage: 'ja'\n", .japanese), ("  language: ja\n", nil),
    ("language: fr\n", nil),
    ("languages: ja\n", nil), ("", nil),
  ])
  func `is in the language of a file with mistakes, too`(text: String, language: Language?) {
    let source = SourceText(file: ".github/martlet.yml", text)
    #expect(RepositoryFile.statedLanguage(in: source) == language)
  }

  @Test(arguments: [
    ("language: jp", "expected one of en, ja, found 'jp'"),
    ("notices: mail", "expected one of issue, off, found 'mail'"),
    ("onboarding: {file: martlet}", "the key 'as' is missing"),
    ("onboarding: {as: issue, per-day: 0}", "expected a number from 1 to 1000, found '0'"),
  ])
  func `is not guessed`(line: String, expected: String) {
    #expect(read(line).findings.map(\.message).contains { $0.contains(expected) })
  }

  @Test(arguments: [
    ("acme/*", "acme/web", true), ("acme/**", "acme/tools/web", true),
    ("\"*/web\"", "acme/web", false),
    ("acme/web", "acme/web", true), ("acme/*", "other/web", false),
    ("\"*/*\", acme/*", "other/web", false), ("acme/*, \"!acme/web\"", "acme/web", false),
  ])
  func `is assigned to owners that a pattern names`(patterns: String, name: String, isOwn: Bool)
    throws
  {
    let file = try #require(read("", patterns).value)
    #expect(file.namesOwner(of: name, on: "hub") == isOwn)
  }

  @Test func `can be a dashboard, without which nothing can be approved`() throws {
    func file(_ top: String) -> Decoded<RepositoryFile> {
      let text = """
        \(top)
        updates:
          - package-ecosystem: npm
            directory: /
            schedule: {interval: daily}
            approval: [major]

        """
      return RepositoryFile.read(
        SourceText(file: ".github/martlet.yml", text), ecosystems: ecosystems)
    }
    let with = file("dashboard: true")
    #expect(with.value?.hasDashboard == true && with.value?.updates.first?.approval == [.major])
    #expect(with.findings == [])
    #expect(
      file("version: 2").findings.map(\.description) == [
        ".github/martlet.yml:6:15: warning: nothing can be approved without 'dashboard: true': "
          + "these steps are never opened"
      ])
  }
}
