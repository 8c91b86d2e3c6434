/* Sends one read and prints the response or the error. Runs as a process, to have environment variables of its own. */
import type { EmailMarketingError } from "../../provider/errors/error";
import { clientOf, search } from "../support/client";

const [url = ""] = process.argv.slice(2);
clientOf(url)
  .send(search)
  .then(
    (body) => console.log(JSON.stringify(body)),
    (error: EmailMarketingError) => console.log(`${error.code}: ${error.message}`),
  );
