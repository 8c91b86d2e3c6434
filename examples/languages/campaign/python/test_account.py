import json
import subprocess
import unittest
import urllib.request

from pulumi import automation


class Account(unittest.TestCase):
    """Runs the program in an account of its own: the emulator, as a process."""

    def setUp(self):
        command = ["email-marketing-emulator", "--port", "0"]
        emulator = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.addCleanup(emulator.communicate)
        self.addCleanup(emulator.terminate)
        # It prints its address and keys as settings, one in each line.
        self.settings = dict(emulator.stdout.readline().strip().split("=", 1) for _ in range(4))

    def test_schedules_the_campaign(self):
        address = self.settings["EMAIL_MARKETING_BASE_URL"]
        options = automation.LocalWorkspaceOptions(env_vars=self.settings)
        stack = automation.create_or_select_stack("test", work_dir=".", opts=options)
        stack.set_config("partnerUrl", automation.ConfigValue(address))
        stack.set_config("partnerKey", automation.ConfigValue("emulator-api-key", secret=True))
        self.addCleanup(stack.workspace.remove_stack, "test", force=True)

        stack.up()

        with urllib.request.urlopen(address.replace("/v1", "/_emulator/snapshot")) as reply:
            campaigns = json.load(reply)["campaigns"]
        spring = next(campaign for campaign in campaigns if campaign["name"] == "Spring")
        self.assertEqual(spring["status"], "Scheduled")
        self.assertEqual(spring["scheduled_at"], "2030-03-01 09:00:00")


if __name__ == "__main__":
    unittest.main()
