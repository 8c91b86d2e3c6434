package acme;

import com.pulumi.Context;
import com.pulumi.Pulumi;
import com.pulumi.asset.FileAsset;
import com.pulumi.asset.StringAsset;
import com.pulumi.core.Either;
import com.pulumi.core.Output;
import com.pulumi.emailmarketing.Campaign;
import com.pulumi.emailmarketing.CampaignArgs;
import com.pulumi.emailmarketing.CampaignSchedule;
import com.pulumi.emailmarketing.CampaignScheduleArgs;
import com.pulumi.emailmarketing.CustomProperty;
import com.pulumi.emailmarketing.CustomPropertyArgs;
import com.pulumi.emailmarketing.EmailmarketingFunctions;
import com.pulumi.emailmarketing.Provider;
import com.pulumi.emailmarketing.ProviderArgs;
import com.pulumi.emailmarketing.Sender;
import com.pulumi.emailmarketing.SenderArgs;
import com.pulumi.emailmarketing.WebhookActivation;
import com.pulumi.emailmarketing.WebhookActivationArgs;
import com.pulumi.emailmarketing.enums.CampaignContactsOrder;
import com.pulumi.emailmarketing.enums.CustomPropertyType;
import com.pulumi.emailmarketing.enums.GetSendersSortField;
import com.pulumi.emailmarketing.enums.ProviderPreflight;
import com.pulumi.emailmarketing.enums.WebhookActivationOnDestroy;
import com.pulumi.emailmarketing.inputs.CampaignRulesArgs;
import com.pulumi.emailmarketing.inputs.CampaignSenderArgs;
import com.pulumi.emailmarketing.inputs.GetContactArgs;
import com.pulumi.emailmarketing.inputs.GetListArgs;
import com.pulumi.emailmarketing.inputs.GetSendersArgs;
import com.pulumi.emailmarketing.outputs.GetContactResult;
import com.pulumi.emailmarketing.outputs.GetListResult;
import com.pulumi.emailmarketing.outputs.GetSendersSender;
import com.pulumi.resources.CustomResourceOptions;
import java.util.List;
import java.util.Map;

/** Inputs of every shape that the schema has, and outputs that are secret. */
public class App {
    public static void main(String[] args) {
        Pulumi.run(App::stack);
    }

    static void stack(Context ctx) {
        var list = EmailmarketingFunctions.getList(GetListArgs.builder().id("list-1").build());

        // A word as an enumeration, as a word, and as an output of either.
        new CustomProperty("tier", CustomPropertyArgs.builder()
            .name("tier")
            .type(CustomPropertyType.Text)
            .build());
        new CustomProperty("renewal", CustomPropertyArgs.builder()
            .name("renewal")
            .type("date")
            .build());
        new CustomProperty("seats", CustomPropertyArgs.builder()
            .name("seats")
            .type(Output.of(Either.ofRight(CustomPropertyType.Number)))
            .build());

        // A file and a text as assets, an object, a number in an object, a list from a function.
        var spring = new Campaign("spring", CampaignArgs.builder()
            .name("Spring")
            .subject(Output.ofSecret("What is new"))
            .sender(CampaignSenderArgs.builder().email("hello@acme.example").name("Acme").build())
            .html(new FileAsset("spring.html"))
            .plainText(Output.of(Either.ofRight(new StringAsset("Hello. %%unsubscribe%%"))))
            .listIds(list.applyValue(GetListResult::id).applyValue(List::of))
            .contactsOrder(CampaignContactsOrder.First)
            .rules(CampaignRulesArgs.builder().limit(2.0).build())
            .viewInBrowser(true)
            .ignoreChecks("list-empty", "sender-unknown")
            .build());
        new CampaignSchedule("spring", CampaignScheduleArgs.builder()
            .campaignId(spring.id())
            .scheduledAt("2030-03-01 09:00:00")
            .build());

        // A list of values of any shape.
        new WebhookActivation("events", WebhookActivationArgs.builder()
            .webhookId("webhook-1")
            .active(true)
            .onDestroy(WebhookActivationOnDestroy.Leave)
            .triggers(Map.of("build", 1, "parts", List.of("a", "b")), "again")
            .build());

        // A provider of its own, with a key that must not be readable anywhere.
        var explicit = new Provider("explicit", ProviderArgs.builder()
            .apiKey(System.getenv("EMAIL_MARKETING_API_KEY"))
            .preflight(ProviderPreflight.Warn)
            .timeoutSeconds(20.0)
            .build());
        new Sender("news", SenderArgs.builder()
            .email("news@acme.example")
            .name("Acme News")
            .build(), CustomResourceOptions.builder().provider(explicit).build());

        var contact = EmailmarketingFunctions.getContact(GetContactArgs.builder().id("contact-1").build());
        var senders = EmailmarketingFunctions.getSenders(GetSendersArgs.builder()
            .sortField(GetSendersSortField.CreatedAt)
            .build());
        ctx.export("contact", contact.applyValue(GetContactResult::email));
        ctx.export("subject", spring.subject());
        ctx.export("senders", senders.applyValue(found -> found.senders().stream()
            .map(GetSendersSender::email)
            .sorted()
            .toList()));
    }
}
