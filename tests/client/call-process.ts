/* A process that sends one read and prints how that ended: proxies and authorities are settings of a process. */
import type { EmailMarketingError } from "../../provider/errors/error";
import { clientOf, search } from "../support/client";

const [url = ""] = process.argv.slice(2);
clientOf(url)
  .send(search)
  .then(
    (body) => console.log(JSON.stringify(body)),
    (error: EmailMarketingError) => console.log(`${error.code}: ${error.message}`),
  );
