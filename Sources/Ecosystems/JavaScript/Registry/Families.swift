package import Ecosystem

extension PackageFamily {
  /// The families of the npm registry, each with the repository that its packages name.
  package static let javaScript = [
    PackageFamily("angular", ["@angular/*"], "github.com/angular/angular"),
    PackageFamily(
      "angular-cli", ["@angular/*", "@angular-devkit/*", "@schematics/*", "@ngtools/*"],
      "github.com/angular/angular-cli"),
    PackageFamily("angular-components", ["@angular/*"], "github.com/angular/components"),
    PackageFamily("astro", ["astro", "@astrojs/*"], "github.com/withastro/astro"),
    PackageFamily("aws-cdk", ["aws-cdk", "aws-cdk-lib", "@aws-cdk/*"], "github.com/aws/aws-cdk"),
    PackageFamily("aws-sdk-js-v3", ["@aws-sdk/*"], "github.com/aws/aws-sdk-js-v3"),
    PackageFamily("babel", ["@babel/*"], "github.com/babel/babel"),
    PackageFamily("commitlint", ["@commitlint/*"], "github.com/conventional-changelog/commitlint"),
    PackageFamily("docusaurus", ["@docusaurus/*"], "github.com/facebook/docusaurus"),
    PackageFamily("emotion", ["@emotion/*"], "github.com/emotion-js/emotion"),
    PackageFamily("eslint", ["eslint", "@eslint/js"], "github.com/eslint/eslint"),
    PackageFamily(
      "graphql-code-generator", ["@graphql-codegen/*"],
      "github.com/dotansimha/graphql-code-generator"),
    PackageFamily("jest", ["jest", "jest-*", "@jest/*", "babel-jest"], "github.com/jestjs/jest"),
    PackageFamily("lerna", ["lerna", "@lerna/*"], "github.com/lerna/lerna"),
    PackageFamily("mui", ["@mui/*"], "github.com/mui/material-ui"),
    PackageFamily("nest", ["@nestjs/*"], "github.com/nestjs/nest"),
    PackageFamily(
      "next", ["next", "@next/*", "eslint-config-next"], "github.com/vercel/next.js"),
    PackageFamily("nuxt", ["nuxt", "@nuxt/*"], "github.com/nuxt/nuxt"),
    PackageFamily("nx", ["nx", "@nx/*"], "github.com/nrwl/nx"),
    PackageFamily(
      "opentelemetry-js", ["@opentelemetry/*"], "github.com/open-telemetry/opentelemetry-js"),
    PackageFamily(
      "playwright", ["playwright", "playwright-*", "@playwright/*"],
      "github.com/microsoft/playwright"),
    PackageFamily("prisma", ["prisma", "@prisma/*"], "github.com/prisma/prisma"),
    PackageFamily("radix-ui", ["@radix-ui/*"], "github.com/radix-ui/primitives"),
    PackageFamily(
      "react", ["react", "react-dom", "react-is", "react-test-renderer", "scheduler"],
      "github.com/facebook/react"),
    PackageFamily(
      "react-router", ["react-router", "react-router-dom", "@react-router/*"],
      "github.com/remix-run/react-router"),
    PackageFamily("sentry-javascript", ["@sentry/*"], "github.com/getsentry/sentry-javascript"),
    PackageFamily(
      "storybook", ["storybook", "@storybook/*", "eslint-plugin-storybook"],
      "github.com/storybookjs/storybook"),
    PackageFamily("tanstack-query", ["@tanstack/*"], "github.com/tanstack/query"),
    PackageFamily("tanstack-table", ["@tanstack/*"], "github.com/tanstack/table"),
    PackageFamily(
      "typescript-eslint", ["typescript-eslint", "@typescript-eslint/*"],
      "github.com/typescript-eslint/typescript-eslint"),
    PackageFamily("vitest", ["vitest", "@vitest/*", "vite-node"], "github.com/vitest-dev/vitest"),
    PackageFamily("vue", ["vue", "@vue/*"], "github.com/vuejs/core"),
  ]
}
