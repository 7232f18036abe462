import Git
import Testing

@Suite struct `A remote` {
  @Test(arguments: [
    ("https://github.com/acme/web", "github.com", Remote.Transport.http),
    ("HTTPS://GitHub.com/acme/web.git", "github.com", .http),
    ("http://[::1]:8080/a", "::1", .http),
    ("ssh://git@host:22/a/b", "host", .ssh),
    ("git@github.com:acme/web.git", "github.com", .ssh),
    ("host:path", "host", .ssh),
    ("file:///srv/a.git", "", .file),
    ("/srv/a.git", "", .file),
  ])
  func `addresses of all formats are parsed`(
    text: String, host: String, transport: Remote.Transport
  ) {
    let remote = Remote(text)
    #expect(remote?.host == host)
    #expect(remote?.transport == transport)
  }

  @Test(arguments: [
    "", "relative/path", "../up", "git://host/a", "ext::sh -c id", "https://", "https:///a",
    "-oProxyCommand=id:a", "ssh://-oProxyCommand=id/a", "a\nb", "http://h/\u{7f}", "file://host/a",
    "ftp://host/a", "https://-host/a", ":x", "host:",
  ])
  func `anything else is refused`(text: String) {
    #expect(Remote(text) == nil)
  }

  @Test func `passwords are removed from the address`() {
    let remote = Remote("https://me:s%40cret@host:8443/a.git")
    #expect(remote?.address == "https://host:8443/a.git")
    #expect(remote?.user == "me")
    #expect(remote?.password == "s@cret")
    #expect(remote?.description == "https://host:8443/a.git")
    #expect(Remote("ssh://me:secret@host/a")?.address == "ssh://me@host/a")
    #expect(Remote("ssh://me:secret@host/a")?.description == "ssh://host/a")
    #expect(Remote("git@host:a/b")?.description == "host:a/b")
  }
}
