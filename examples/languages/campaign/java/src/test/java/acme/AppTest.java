package acme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.pulumi.test.Mocks;
import com.pulumi.test.PulumiTest;
import com.pulumi.test.internal.PulumiTestInternal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppTest {
    /** Stands for the service: nothing is sent. It keeps what the program declares. */
    static class Account implements Mocks {
        final Map<String, Map<String, Object>> made = new ConcurrentHashMap<>();

        @Override
        public CompletableFuture<ResourceResult> newResourceAsync(ResourceArgs args) {
            made.put(args.name, args.inputs);
            return CompletableFuture.completedFuture(
                ResourceResult.of(Optional.of(args.name + "-id"), args.inputs));
        }

        @Override
        public CompletableFuture<Map<String, Object>> callAsync(CallArgs args) {
            return CompletableFuture.completedFuture(
                Map.of("id", "list-1", "name", args.args.get("name"), "contactCount", 2));
        }
    }

    @AfterEach
    void cleanUp() {
        PulumiTest.cleanup();
    }

    @Test
    void mailsTheCustomers() {
        var account = new Account();
        var config = Map.of("project:partnerUrl", "https://partner.example/v1", "project:partnerKey", "key");
        // Pulumi's public builder, PulumiTest.withMocks, takes no config.
        PulumiTestInternal.builder().mocks(account).config(config).build().runTest(App::stack).throwOnError();
        assertEquals(List.of("list-1"), account.made.get("spring").get("listIds"));
    }
}
