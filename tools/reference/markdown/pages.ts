import type { PackageModel } from "../model";
import { functionPage } from "./function-page";
import { errorPage, indexPage, providerPage } from "./other-pages";
import { resourcePage } from "./resource-page";
import { Page, pathsOf } from "./site";

/** All pages, by their paths from the folder of the reference. */
export function pagesOf(model: PackageModel): ReadonlyMap<string, string> {
  const paths = pathsOf(model);
  const page = (name: string) => new Page(paths.get(name) ?? "index.md", paths);
  const written = [
    { page: page("index"), write: indexPage },
    { page: page("Provider"), write: providerPage },
    { page: page("EmailMarketingError"), write: errorPage },
  ].map(({ page: one, write }) => [one.path, write(one, model)] as const);
  const ofResources = model.resources.map((resource) => {
    const one = page(resource.kind);
    return [one.path, resourcePage(one, resource, model)] as const;
  });
  const ofFunctions = model.functions.map((called) => {
    const one = page(called.name);
    return [one.path, functionPage(one, called, model)] as const;
  });
  return new Map([...written, ...ofResources, ...ofFunctions]);
}
