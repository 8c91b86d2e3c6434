import { type Properties, stringIn } from "../../provider/plain/value";
import { lifecycleOf } from "../../provider/resources";
import {
  defaultSettings,
  environmentSettings,
  providerSettings,
} from "../../provider/settings/settings";
import { configKey } from "../../provider/settings/table";
import type { Resource } from "../engine/resource";
import type { CommentOptions } from "../review/comment";
import { shownText } from "../review/preview/input";
import type { ReviewContext, ReviewSources } from "../review/preview/model";
import type { SendTestOptions } from "../review/send-test";
import type { ShowOptions } from "../review/show";
import type { Terminal } from "../terminal";
import { openStack, readResources } from "./stack";
import { configOf, explicitInputs } from "./stack/exported-state";

export function comment(options: CommentOptions, terminal: Terminal): Promise<number> {
  const { printComment } = require("../review/comment") as typeof import("../review/comment");
  return printComment(options, terminal, reviewContext());
}

export function show(options: ShowOptions, terminal: Terminal): Promise<number> {
  const { showCampaigns } = require("../review/show") as typeof import("../review/show");
  return showCampaigns(options, terminal, reviewContext());
}

export function sendTest(options: SendTestOptions, terminal: Terminal): Promise<number> {
  const review = require("../review/send-test") as typeof import("../review/send-test");
  return review.sendTest(options, terminal, reviewContext());
}

export function reviewContext(): ReviewContext {
  return {
    ...readingWith(environmentSettings().keys),
    resourcesOf: readResources,
    configOf: async (options) => {
      const { settings } =
        options.stack === undefined
          ? { settings: environmentSettings() }
          : await openStack(options);
      return { [configKey("timeZone")]: settings.value("timeZone") };
    },
  };
}

/** The functions that look up kinds and settings for a review. `keys` are redacted in all output. */
export function readingWith(keys: readonly string[]): ReviewSources {
  return {
    keys,
    kindOf: lifecycleOf,
    zoneOf: ({ provider, config }) =>
      provider
        ? providerSettings(configOf(shownInputs(provider))).value("timeZone")
        : defaultSettings(configOf(config)).value("timeZone"),
    // A preview shows a secret `preflight` as "[secret]". --compare-emails refuses this text, as it refuses any value
    // except "error".
    preflightOf: (provider) => stringIn(explicitInputs(provider)?.[configKey("preflight")]),
  };
}

/** The inputs of an explicit Provider that are readable texts. Secret and unknown values are left out. */
function shownInputs(provider: Resource): Properties {
  const inputs = Object.entries(explicitInputs(provider) ?? {});
  return Object.fromEntries(inputs.filter(([, value]) => shownText(value) !== undefined));
}
