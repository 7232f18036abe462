import HTTPServer
import JSON
import Synchronization
import TestSupport
import Testing
import Time

@testable import Service

@Suite struct `Signing in with OpenID Connect` {
  @Test func `leads from a page to the provider and back to the page`() async throws {
    let scene = try await SignInScene()
    let refused = await scene.send("GET", "/packages?q=web")
    #expect(refused.status == 303)
    #expect(scene.location(refused) == "/sign-in?return-to=/packages%3Fq%3Dweb")
    let start = await scene.send("GET", scene.location(refused))
    let fields = try scene.provider.agree(to: scene.location(start))
    let end = await scene.send(
      "GET", "/sign-in/callback?code=\(fields["code"] ?? "")&state=\(fields["state"] ?? "")")
    #expect(end.status == 303 && scene.location(end) == "/packages?q=web")
    let cookie = try #require(
      end.headers.first { $0.value.hasPrefix("__Host-martlet-session=") }?.value)
    for word in ["; HttpOnly", "; SameSite=Lax", "; Secure", "; Path=/;"] {
      #expect(cookie.contains(word), "\(cookie)")
    }
    let page = await scene.send("GET", "/packages")
    #expect(page.status == 200)
    #expect(scene.text(page).contains("Sign out") && scene.text(page).contains("ann"))
  }

  @Test func `gives the role of the groups`() async throws {
    let scene = try await SignInScene()
    #expect(try await scene.signIn().status == 303)
    #expect(scene.text(await scene.send("GET", "/")).contains("action=\"/actions/"))
    let viewer = try await SignInScene()
    viewer.provider.set { $0.claims["groups"] = .some(["all"]) }
    #expect(try await viewer.signIn().status == 303)
    let page = await viewer.send("GET", "/")
    #expect(page.status == 200 && !viewer.text(page).contains("action=\"/actions/"))
  }

  @Test(arguments: [["others"], [], nil] as [Value?])
  func `refuses people without a group`(groups: Value?) async throws {
    let scene = try await SignInScene()
    scene.provider.set { $0.claims["groups"] = .some(groups) }
    let end = try await scene.signIn()
    #expect(end.status == 403)
    #expect(scene.text(end).contains("none of your groups may use these pages"))
    #expect(await scene.send("GET", "/").status == 303)
  }

  @Test func `ends with 'Sign out', by a form of an own page only`() async throws {
    let scene = try await SignInScene()
    _ = try await scene.signIn()
    #expect(await scene.send("POST", "/sign-out", body: "key=wrong").status == 403)
    #expect(await scene.send("GET", "/").status == 200)
    let page = scene.text(await scene.send("GET", "/"))
    let start = try #require(page.firstRange(of: "name=\"key\" value=\"")?.upperBound)
    let key = page[start...].prefix { $0 != "\"" }
    let copy = scene.cookies
    let end = await scene.send("POST", "/sign-out", body: "key=\(key)")
    #expect(end.status == 200 && scene.text(end).contains("You are signed out of martlet."))
    #expect(scene.text(end).contains("<a href=\"/sign-in\">Sign in</a>"))
    #expect(!scene.text(end).contains("action=\"/sign-out\""))
    // The session is over, also for a copy of the cookie.
    scene.cookies = copy
    #expect(await scene.send("GET", "/").status == 303)
  }

  @Test func `lasts eight hours`() async throws {
    let scene = try await SignInScene()
    _ = try await scene.signIn()
    scene.wait(.seconds(8 * 3600 - 60))
    #expect(await scene.send("GET", "/").status == 200)
    scene.wait(.seconds(120))
    #expect(await scene.send("GET", "/").status == 303)
  }

  @Test func `leads back to the page after a form that came too late`() async throws {
    let scene = try await SignInScene()
    _ = try await scene.signIn()
    let page = scene.text(await scene.send("GET", "/"))
    let key = try #require(page.firstMatch(of: /name="key" value="([0-9a-f]+)"/)?.output.1)
    scene.wait(.seconds(8 * 3600 + 1))
    let late = await scene.send("POST", "/actions/pause/hub/acme/app", body: "key=\(key)")
    #expect(late.status == 403)
    let text = scene.text(late)
    #expect(text.contains("The action was not carried out. Sign in, and try again."))
    #expect(text.contains("<a href=\"/sign-in?return-to=/repositories/hub/acme/app\">Sign in</a>"))
    // The end of a session that has ended is not an error.
    let end = await scene.send("POST", "/sign-out", body: "key=\(key)")
    #expect(end.status == 200 && scene.text(end).contains("You are signed out"))
    // The form of the old session, in another tab.
    _ = try await scene.signIn()
    let old = await scene.send("POST", "/actions/pause/hub/acme/app", body: "key=\(key)")
    #expect(old.status == 403 && scene.text(old).contains("the form is of an earlier session"))
  }

  @Test func `lets viewers know that they can't act`() async throws {
    let scene = try await SignInScene()
    scene.provider.set { $0.claims["groups"] = .some(["all"]) }
    _ = try await scene.signIn()
    let page = scene.text(await scene.send("GET", "/"))
    let key = try #require(page.firstMatch(of: /name="key" value="([0-9a-f]+)"/)?.output.1)
    let end = await scene.send("POST", "/actions/pause", body: "key=\(key)")
    #expect(end.status == 403 && scene.text(end).contains("you may look, but not act"))
  }

  @Test func `leaves tokens and programs as they are`() async throws {
    let scene = try await SignInScene(token: "a-token-of-16-letters")
    let bearer = [HeaderField("Authorization", "Bearer a-token-of-16-letters")]
    #expect(await scene.send("GET", "/", bearer).status == 200)
    #expect(await scene.send("GET", "/api/v1/repositories", bearer).status == 200)
    #expect(await scene.send("GET", "/api/v1/repositories").status == 401)
    let wrong = [HeaderField("Authorization", "Bearer another-of-16-letters")]
    #expect(await scene.send("GET", "/", wrong).status == 401)
  }

  @Test func `has cookies for plain HTTP if the pages have no other`() async throws {
    let scene = try await SignInScene(publicURL: "http://martlet.acme.dev")
    let start = await scene.send("GET", "/sign-in")
    let cookie = start.headers.first { $0.name == "Set-Cookie" }?.value ?? ""
    #expect(cookie.hasPrefix("martlet-sign-in=") && !cookie.contains("Secure"))
  }

  @Test func `sends the client's secret in the body if the provider wants that`() async throws {
    let scene = try await SignInScene()
    scene.provider.set { $0.methods = ["client_secret_post"] }
    #expect(try await scene.signIn().status == 303)
  }

  @Test func `reads new keys of the provider`() async throws {
    let scene = try await SignInScene()
    #expect(try await scene.signIn().status == 303)
    scene.provider.set {
      $0.keyNames = ["k2"]; $0.head = [("alg", "RS256"), ("kid", "k2")]
    }
    // Not for each unknown name: somebody could make martlet ask all the time.
    #expect(try await scene.signIn().status == 403)
    scene.wait(.seconds(60))
    #expect(try await scene.signIn().status == 303)
    scene.provider.set { $0.head = [("alg", "RS256"), ("kid", "k1")] }
    scene.wait(.seconds(60))
    #expect(try await scene.signIn().status == 403)
  }

  @Test func `says that the provider does not respond`() async throws {
    let scene = try await SignInScene()
    scene.provider.set { $0.isDown = true }
    let response = await scene.send("GET", "/sign-in")
    #expect(response.status == 503)
    #expect(scene.text(response).contains("The provider at id.acme.dev does not respond"))
  }
}

@Suite struct `An attack on the sign-in` {
  /// A token that must not be accepted.
  struct Forgery: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: @Sendable (inout FakeProvider.State) -> Void

    static func claim(_ name: String, _ value: Value?) -> Forgery {
      Forgery(testDescription: "\(name) \(value?.text(.compact) ?? "missing")") {
        $0.claims[name] = .some(value)
      }
    }

    static func head(_ head: [(String, Value)], _ name: String) -> Forgery {
      Forgery(testDescription: name) { $0.head = head }
    }
  }

  static let forgeries: [Forgery] =
    [
      .claim("iss", "https://evil.example"), .claim("iss", "https://id.acme.dev/realm/"),
      .claim("iss", nil), .claim("aud", "other"), .claim("aud", nil), .claim("aud", []),
      .claim("aud", ["martlet", "other"]), .claim("aud", [1]), .claim("azp", "other"),
      .claim("azp", 1), .claim("exp", 1), .claim("exp", nil), .claim("exp", "soon"),
      .claim("exp", .number("1e400")), .claim("exp", -1), .claim("iat", nil), .claim("iat", 1),
      .claim("iat", 9_000_000_000), .claim("iat", .number("99999999999999999999")),
      .claim("nbf", 9_000_000_000), .claim("nonce", "other"), .claim("nonce", nil),
      .claim("sub", nil), .claim("sub", ""),
      .head([("alg", "none")], "no signature"), .head([("alg", "HS256"), ("kid", "k1")], "HS256"),
      .head([("alg", "ES256"), ("kid", "k1")], "another algorithm"),
      .head([("alg", "RS512"), ("kid", "k1")], "RS512"), .head([], "no algorithm"),
      .head([("alg", "RS256"), ("kid", "other")], "an unknown key"),
      .head([("alg", "RS256"), ("kid", "k1"), ("crit", ["exp"])], "an extension"),
    ] + [
      Forgery(testDescription: "a cut signature") { $0.change = { String($0.dropLast(4)) } },
      Forgery(testDescription: "without its signature") {
        $0.change = { $0.split(separator: ".").prefix(2).joined(separator: ".") + "." }
      },
      Forgery(testDescription: "other claims") {
        $0.change = { text in
          let parts = text.split(separator: ".")
          return "\(parts[0]).\(parts[0]).\(parts[2])"
        }
      },
      Forgery(testDescription: "a key for another algorithm") { $0.algorithm = "RS512" },
      Forgery(testDescription: "five parts") { $0.change = { $0 + ".a.b" } },
      Forgery(testDescription: "no token") { $0.change = { _ in "" } },
    ]

  @Test(arguments: forgeries)
  func `with a forged token fails`(forgery: Forgery) async throws {
    let scene = try await SignInScene()
    scene.provider.set(forgery.change)
    let end = try await scene.signIn()
    #expect([403, 502].contains(end.status), "\(scene.text(end))")
    #expect(await scene.send("GET", "/").status == 303)
  }

  @Test func `with several audiences needs the party`() async throws {
    let scene = try await SignInScene()
    scene.provider.set {
      $0.claims["aud"] = .some(["other", "martlet"])
      $0.claims["azp"] = .some("martlet")
    }
    #expect(try await scene.signIn().status == 303)
  }

  @Test func `with an answer that was used fails`() async throws {
    let scene = try await SignInScene()
    let back = try await scene.agree()
    let before = scene.cookies
    #expect(await scene.send("GET", back).status == 303)
    scene.cookies = before
    let count = scene.provider.state.withLock(\.requests).count
    #expect(await scene.send("GET", back).status == 403)
    // The provider isn't even asked.
    #expect(scene.provider.state.withLock(\.requests).count == count)
  }

  @Test func `with an answer for another browser fails`() async throws {
    let scene = try await SignInScene()
    let back = try await scene.agree()
    let cookie = scene.cookies["martlet-sign-in"] ?? ""
    scene.cookies = [:]
    #expect(await scene.send("GET", back).status == 403)
    // The victim has an attempt of its own.
    _ = try await scene.agree()
    #expect(await scene.send("GET", back).status == 403)
    for other in [cookie + "0", "0" + cookie, String(cookie.dropLast()), "a.b.c.9.e.f", ""] {
      scene.cookies = ["martlet-sign-in": other]
      #expect(await scene.send("GET", back).status == 403)
    }
    scene.cookies = ["martlet-sign-in": cookie]
    #expect(await scene.send("GET", back + "&iss=https://evil.example").status == 403)
  }

  @Test func `with a late answer fails`() async throws {
    let scene = try await SignInScene()
    let back = try await scene.agree()
    scene.wait(.seconds(601))
    #expect(await scene.send("GET", back).status == 403)
  }

  @Test(arguments: [
    "https://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example", "evil",
    "/a\r\nSet-Cookie: x=y", "javascript:alert(1)", "/ evil", "/é",
    "/" + String(repeating: "a", count: 1001),
  ])
  func `with another address to return to leads to the first page`(path: String) async throws {
    let scene = try await SignInScene()
    let end = await scene.send("GET", try await scene.agree(returningTo: path))
    #expect(end.status == 303 && scene.location(end) == "/")
  }

  @Test(arguments: [
    "https://evil.example/realm", "https://id.acme.dev/realm/", "https://id.acme.dev",
  ])
  func `with a description of another issuer fails`(issuer: String) async throws {
    let scene = try await SignInScene()
    scene.provider.set { $0.issuer = issuer }
    #expect(await scene.send("GET", "/sign-in").status == 502)
  }

  @Test(arguments: ["http://id.acme.dev/authorize", "javascript:alert(1)", "", "https://"])
  func `with an address that isn't safe fails`(address: String) async throws {
    let scene = try await SignInScene()
    scene.provider.set { $0.authorization = address }
    #expect(await scene.send("GET", "/sign-in").status == 502)
  }

  @Test func `with another host name fails`() async throws {
    let scene = try await SignInScene()
    for path in ["/sign-in", "/sign-in/callback?code=a&state=b"] {
      let response = await scene.send("GET", path, [])
      #expect(response.status != 421)
    }
    let foreign = await scene.send(
      "POST", "/sign-out", [HeaderField("Origin", "https://evil.example")])
    #expect(foreign.status == 403)
  }

  @Test func `with invented sessions fails`() async throws {
    let scene = try await SignInScene()
    for value in ["", "a", String(repeating: "A", count: 43)] {
      scene.cookies = ["__Host-martlet-session": value, "martlet-session": value]
      #expect(await scene.send("GET", "/").status == 303)
      #expect(await scene.send("GET", "/api/v1/repositories").status == 401)
    }
  }
}
