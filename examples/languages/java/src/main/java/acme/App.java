package acme;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import com.pulumi.emailmarketing.CustomProperty;
import com.pulumi.emailmarketing.CustomPropertyArgs;
import com.pulumi.emailmarketing.EmailmarketingFunctions;
import com.pulumi.emailmarketing.Sender;
import com.pulumi.emailmarketing.SenderArgs;
import com.pulumi.emailmarketing.WebhookActivation;
import com.pulumi.emailmarketing.WebhookActivationArgs;
import com.pulumi.emailmarketing.inputs.GetDomainArgs;
import com.pulumi.emailmarketing.outputs.GetDomainResult;
import java.util.Map;

public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    static void stack(Context ctx) {
        var config = ctx.config();

        // Functions look up what the account already has. They run in previews too and never change anything.
        var domain = EmailmarketingFunctions.getDomain(GetDomainArgs.builder()
            .domain(config.get("domain").orElse("acme.example"))
            .build());
        var lists = EmailmarketingFunctions.getLists();

        // Custom properties of contacts.
        new CustomProperty("tier", CustomPropertyArgs.builder()
            .name("tier")
            .type("text")
            .description("The tier that the customer has booked")
            .build());
        new CustomProperty("renewal", CustomPropertyArgs.builder()
            .name("renewal")
            .type("date")
            .build());

        // The sender of campaigns. If it already exists, it is adopted.
        var news = new Sender("news", SenderArgs.builder()
            .email(Output.format("news@%s", domain.applyValue(GetDomainResult::domain)))
            .name("Acme News")
            .build());

        // Turns on an existing webhook. To turn it off: pulumi config set webhookActive false
        new WebhookActivation("events", WebhookActivationArgs.builder()
            .webhookId("webhook-1")
            .active(config.getBoolean("webhookActive").orElse(true))
            .build());

        ctx.export("account", news.account());
        ctx.export("sender", Output.format("%s is %s", news.email(), news.status()));
        ctx.export("domainStatus", domain.applyValue(GetDomainResult::status));
        // The SDK of Java exports plain values only.
        ctx.export("contactLists", lists.applyValue(found -> found.lists().stream()
            .map(list -> Map.of("id", list.id(), "name", list.name()))
            .toList()));
    }
}
