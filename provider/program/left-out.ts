import type { CustomResource } from "@pulumi/pulumi";
import { createClaims, engineNotes } from "../account/claims";
import { ignoreOwnError } from "../errors/error";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { containsUnknown, type Properties } from "../plain/value";
import { isPreview } from "./program";
import { programSettings, selectedSettings } from "./program-settings";
import { engineOfProgram, isMocked, knownSoFar, providerOfResource } from "./sdk";

/**
 * Records the object of a resource that `--target` or `--exclude` leaves out, because the engine makes no call for the
 * resource. Otherwise, the delete of another resource could delete the same object.
 */
export function noteLeftOut(
  resource: CustomResource,
  { kind, keysOf }: AnyLifecycle,
  inputs: Properties,
): void {
  if (isMocked() || isPreview() || keysOf === undefined) return;
  const note = async () => {
    // The error is ignored, because Pulumi reports why the resource was not registered.
    const id = await knownSoFar(resource.id).catch(() => undefined);
    // In an update, an id only stays unknown if the engine leaves the resource out.
    if (!containsUnknown(id)) return;
    const provider = providerOfResource(resource);
    const [props, explicit] = await Promise.all([
      knownSoFar(inputs),
      knownSoFar(selectedSettings({ provider })),
    ]);
    if (containsUnknown(props)) return;
    const settings = programSettings(explicit as Record<string, string> | undefined);
    const claims = createClaims(settings, () => engineNotes([engineOfProgram() ?? ""]));
    for (const key of keysOf(props)) claims.leaveOut(kind, key);
  };
  // Errors are ignored, because the checks report invalid settings.
  void note().catch(ignoreOwnError);
}
