import { type Context, Hono } from "hono";
import type { Kind } from "../account/account";
import type { Controls } from "./controls";
import { addWebRoutes } from "./web-route";

/** The control routes below `/_emulator`: without key, faults or rate limit, and not logged. */
export function createControlRoutes(controls: Controls): Hono {
  const app = new Hono().basePath("/_emulator");
  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/clock", (context) => context.json({ now: controls.now().toISOString() }));
  app.get("/requests", (context) => context.json(controls.requests()));
  app.get("/snapshot", (context) => context.json(controls.snapshot()));
  app.post("/reset", (context) => {
    controls.reset();
    return done(context);
  });
  app.post("/seed", async (context) => {
    controls.seed(await context.req.json());
    return done(context);
  });
  app.post("/faults", async (context) => {
    controls.faults(await context.req.json());
    return done(context);
  });
  app.post("/advance", async (context) => {
    const body = await context.req.json<{ readonly ms?: unknown } | null>();
    controls.advance(body?.ms as number);
    return done(context);
  });
  app.patch("/:kind/:id", async (context) => {
    const { kind, id } = context.req.param();
    controls.patch(kind as Kind, id, await context.req.json());
    return done(context);
  });
  app.delete("/:kind/:id", (context) => {
    const { kind, id } = context.req.param();
    controls.remove(kind as Kind, id);
    return done(context);
  });
  addWebRoutes(app, controls);
  app.notFound((context) => context.json({ error: "unknown control route" }, 501));
  app.onError((error, context) => context.json({ error: error.message }, 400));
  return app;
}

function done(context: Context): Response {
  return context.json({ status: "ok" });
}
