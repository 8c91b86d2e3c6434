import runpy
import unittest

import pulumi


class Account(pulumi.runtime.Mocks):
    """Stands for the service: nothing is sent."""

    def new_resource(self, args):
        return f"{args.name}-id", args.inputs

    def call(self, args):
        return {"id": "list-1", "name": args.args["name"], "contactCount": 2}


pulumi.runtime.set_mocks(Account())
pulumi.runtime.set_all_config(
    {"project:partnerUrl": "https://partner.example/v1", "project:partnerKey": "key"}
)


class Program(unittest.TestCase):
    @pulumi.runtime.test
    def test_mails_the_customers(self):
        spring = runpy.run_path("__main__.py")["spring"]
        return spring.list_ids.apply(lambda ids: self.assertEqual(ids, ["list-1"]))


if __name__ == "__main__":
    unittest.main()
