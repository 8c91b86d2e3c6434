package acme;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.pulumi.automation.ConfigValue;
import com.pulumi.automation.LocalWorkspace;
import com.pulumi.automation.LocalWorkspaceOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Runs the program in an account of its own: the emulator, as a process. */
class AccountTest {
    Process emulator;
    final Map<String, String> settings = new HashMap<>();

    @BeforeEach
    void startEmulator() throws Exception {
        emulator = new ProcessBuilder("email-marketing-emulator", "--port", "0").start();
        // It prints its address and keys as settings, one in each line.
        var lines = emulator.inputReader();
        while (settings.size() < 4) {
            var setting = lines.readLine().split("=", 2);
            settings.put(setting[0], setting[1]);
        }
    }

    @AfterEach
    void endEmulator() {
        emulator.destroy();
    }

    @Test
    void schedulesTheCampaign() throws Exception {
        var address = settings.get("EMAIL_MARKETING_BASE_URL");
        var options = LocalWorkspaceOptions.builder().environmentVariables(settings).build();
        try (var stack = LocalWorkspace.createOrSelectStack("test", Path.of("."), options)) {
            stack.setConfig("partnerUrl", new ConfigValue(address));
            stack.setConfig("partnerKey", new ConfigValue("emulator-api-key", true));
            stack.up();

            var request = HttpRequest.newBuilder(URI.create(address.replace("/v1", "/_emulator/snapshot")));
            var account = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
            assertTrue(account.contains("\"scheduled_at\":\"2030-03-01 09:00:00\""), account);

            // A destroy refuses what is protected, and Java's Automation API removes no stack with resources.
            var remove = new ProcessBuilder("pulumi", "stack", "rm", "test", "--yes", "--force");
            assertTrue(remove.start().waitFor() == 0);
        }
    }
}
