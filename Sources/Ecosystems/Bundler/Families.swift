import Ecosystem

extension PackageFamily {
  /// The families of rubygems.org, each with the repository that its gems name.
  static let gems = [
    PackageFamily("aws-sdk-ruby", ["aws-sdk-*"], "github.com/aws/aws-sdk-ruby"),
    PackageFamily(
      "opentelemetry-ruby", ["opentelemetry-*"], "github.com/open-telemetry/opentelemetry-ruby"),
    PackageFamily(
      "opentelemetry-ruby-contrib", ["opentelemetry-*"],
      "github.com/open-telemetry/opentelemetry-ruby-contrib"),
    PackageFamily(
      "rails",
      [
        "rails", "railties", "actioncable", "actionmailbox", "actionmailer", "actionpack",
        "actiontext", "actionview", "activejob", "activemodel", "activerecord", "activestorage",
        "activesupport",
      ], "github.com/rails/rails"),
    PackageFamily("rspec", ["rspec", "rspec-*"], "github.com/rspec/rspec"),
    PackageFamily("sentry-ruby", ["sentry-*"], "github.com/getsentry/sentry-ruby"),
    PackageFamily("sinatra", ["sinatra", "rack-protection"], "github.com/sinatra/sinatra"),
  ]
}
