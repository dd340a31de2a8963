"""Text that programs add is recognized by its form, in any language, and by nothing else."""

from __future__ import annotations

from html import escape

import pytest

from horizons_host.mail.bodies import mail_texts, unwrap
from horizons_host.mail.html import html_as_text
from horizons_host.mail.line_kinds import own_words, without_marks
from horizons_host.mail.parts import personal_text
from horizons_host.mail.replies import MARK
from tests.host.mail_corpus import Parts, message_of

# ruff: noqa: RUF001 - what programs write in other languages is tried

OWN = "We take 7 by 3: all of it.\nShips: three\n\nAda"
OLD = "Somebody writes to you:\n\nCan we talk?"
HOST = "Cleo's games <games@example.com>"
ADA = "Ada Lovelace <ada@example.org>"
#: From, Sent, To, Subject and a date, as Outlook and others have them.
FIELDS = """
From|Sent|To|Subject|Saturday, March 7, 2026 10:12 AM
Von|Gesendet|An|Betreff|Samstag, 7. März 2026 10:12
De|Envoyé|À|Objet|samedi 7 mars 2026 10:12
De|Date d’envoi|À|Objet|samedi 7 mars 2026 à 10:12
De|Enviado el|Para|Asunto|sábado, 7 de marzo de 2026 10:12
De|Enviada em|Para|Assunto|sábado, 7 de março de 2026 10:12
Da|Inviato|A|Oggetto|sabato 7 marzo 2026 10:12
Van|Verzonden|Aan|Onderwerp|zaterdag 7 maart 2026 10:12
Från|Skickat|Till|Ämne|den 7 mars 2026 10:12
Fra|Sendt|Til|Emne|7. marts 2026 10.12
Lähettäjä|Lähetetty|Vastaanottaja|Aihe|lauantai 7. maaliskuuta 2026 10.12
Od|Wysłano|Do|Temat|sobota, 7 marca 2026 10:12
Od|Odesláno|Komu|Předmět|sobota 7. března 2026 10:12
Od|Odoslané|Komu|Predmet|sobota 7. marca 2026 10:12
Feladó|Elküldve|Címzett|Tárgy|2026. március 7., szombat 10:12
De la|Trimis|Către|Subiect|sâmbătă, 7 martie 2026 10:12
От|Изпратено|До|Относно|събота, 7 март 2026 г. 10:12
От|Отправлено|Кому|Тема|7 марта 2026 г. 10:12
Від|Надіслано|Кому|Тема|7 березня 2026 р. 10:12
Od|Poslano|Za|Predmet|subota, 7. ožujka 2026. 10:12
Od|Poslano|Za|Zadeva|sobota, 7. marec 2026 10:12
Από|Στάλθηκε|Προς|Θέμα|Σάββατο, 7 Μαρτίου 2026 10:12
Kimden|Gönderildi|Kime|Konu|7 Mart 2026 Cumartesi 10:12
Saatja|Saadetud|Adressaat|Teema|laupäev, 7. märts 2026 10:12
No|Nosūtīts|Kam|Tēma|sestdiena, 2026. gada 7. marts 10:12
Nuo|Išsiųsta|Kam|Tema|2026 m. kovo 7 d., šeštadienis 10:12
מאת|נשלח|אל|נושא|יום שבת 7 מרץ 2026 10:12
من|تم الإرسال|إلى|الموضوع|السبت 7 مارس 2026 10:12
प्रेषक|भेजा गया|प्रति|विषय|शनिवार 7 मार्च 2026 10:12
จาก|ส่ง|ถึง|เรื่อง|7 มีนาคม 2569 10:12
Từ|Đã gửi|Đến|Chủ đề|Thứ Bảy, 7 tháng 3, 2026 10:12
Dari|Dikirim|Kepada|Subjek|Sabtu, 7 Maret 2026 10.12
差出人|送信日時|宛先|件名|2026年3月7日 10:12
发件人|发送时间|收件人|主题|2026年3月7日 10:12
보낸 사람|보낸 날짜|받는 사람|제목|2026년 3월 7일 토요일 오전 10:12
Kutoka|Ilitumwa|Kwa|Mada|Jumamosi, 7 Machi 2026 10:12
Vo|Gschickt am|Zu wem|Worum gahts|Samschtig, 7. März 2026 10:12
""".strip().splitlines()


def fields(line: str, *, bold: str = "", host: str = HOST, more: str = "") -> str:
    """Return the fields above a quoted mail, with the labels of a line above."""
    first, sent, to, subject, when = line.split("|")
    values = ((first, host), (sent, when), (to, ADA), (subject, "[first] Message"))
    head = "\n".join(f"{bold}{label}:{bold} {value}" for label, value in values)
    return f"{head}\n{more}" if more else head


def people(parts: Parts) -> str:
    """Return the text of a mail that other people receive."""
    return personal_text(mail_texts(bytes(message_of(parts))), MARK).text


def div(text: str, attributes: str = "") -> str:
    lines = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in text.split("\n"))
    return f"<div {attributes}>{lines}</div>"


HEAD = fields(FIELDS[0])


@pytest.mark.parametrize("line", FIELDS)
def test_fields_above_a_quoted_mail_in_every_language(line):
    forms = (
        fields(line),
        fields(line, bold="*"),
        fields(line).replace(":", " :").replace(" :12", ":12"),
        fields(line, more="Attachments: map.png"),
        fields(line).replace(" <", "\n<").replace(" 10", "\n10"),
        fields(line).replace("<ada@example.org>", "<ada@example.org>; Brin Somebody\n<brin@x.org>"),
        f"{'_' * 32}\n{fields(line, host='Cleo', more='Zzz: High')}",
    )
    for form in forms:
        assert own_words(f"{OWN}\n\n{form}\n\n{OLD}\n", certain=True) == OWN, form


@pytest.mark.parametrize("line", FIELDS)
def test_fields_that_a_page_marks(line):
    bold = "<br>".join(
        f"<b>{label}:</b> {escape(value)}"
        for label, _, value in (
            each.partition(": ") for each in fields(line, host="Cleo").split("\n")
        )
    )
    for mark in (
        "<div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt'>{}</div>",
        "<hr><p>{}</p>",
        "<p>{}</p>",
    ):
        page = f"{div(OWN)}{mark.format(bold)}{div(OLD)}"
        assert own_words(html_as_text(page), certain=True).split() == OWN.split(), mark


def test_words_between_marked_quotations_below_fields_stay():
    labels = "<br>".join(f"<b>{escape(each).replace(':', ':</b>', 1)}" for each in HEAD.split("\n"))
    page = f"<p>Hello</p><hr><p>{labels}</p><blockquote>One?</blockquote><p>Yes.</p>"
    plain = f"Hello\n\n{HEAD}\n\n> One?\n\nYes.\n"
    assert (
        people(Parts(plain, page)).split() == people(Parts("", page)).split() == ["Hello", "Yes."]
    )


LISTS = [
    "Fleet: 7\nWe meet: 20:12\nMail: a@b.example\nTurn: 5",
    "Player: Ada\nMail: ada@example.org\nDeadline: 7.3.2026 20:00\nTurn: 5",
    "Date: 7 March 2026 20:00\nPlace: Mars\nContact: ada@example.org",
    "From: Mars High Command\nTo: all fleets\nDate: turn 7\nSubject: war",
    "Mars: 3 ships\nVenus: 2 ships\nEarth: none",
    "An: alle\nVon: mir\nBetreff: Frieden",
    "Ora: sul serio\nTempo: poco",
    "Plan: go north\nDate: 7 March 2026 20:12\nWhere: Mars\nWho: Ada <ada@example.org>",
]


@pytest.mark.parametrize("text", LISTS)
def test_lists_that_players_type_stay(text):
    for words in (f"{text}\n\nWe sign.", f"Hello,\n\n{text}"):
        assert own_words(words, certain=True) == words
        bold = "".join(
            f"<p><b>{escape(line).replace(':', ':</b>', 1)}</p>" for line in text.split("\n")
        )
        plain = html_as_text(f"<p>Hello</p>{bold}<p>Bye</p>")
        assert own_words(plain, certain=True) == f"Hello\n{text}\nBye"


ATTRIBUTIONS = """
On Sat, Mar 7, 2026 at 10:12 AM {} wrote:
On 3/7/26 10:12, {} wrote:
On 7 Mar 2026 at 10:12 +0100, {}, wrote:
Am Sa., 7. März 2026 um 10:12 Uhr schrieb {}:
Am 07.03.26 um 10:12 schrieb {}:
Le sam. 7 mars 2026 à 10:12, {} a écrit :
El sáb, 7 mar 2026 a las 10:12, {} escribió:
Em sáb., 7 de mar. de 2026 às 10:12, {} escreveu:
No dia 7 de mar. de 2026, às 10:12, {} escreveu:
Il giorno sab 7 mar 2026 alle ore 10:12 {} ha scritto:
Op za 7 mrt 2026 om 10:12 schreef {}:
Den lör 7 mars 2026 kl 10:12 skrev {}:
Den lør. 7. mar. 2026 kl. 10.12 skrev {}:
lør. 7. mar. 2026 kl. 10:12 skrev {}:
la 7. maalisk. 2026 klo 10.12 {} kirjoitti:
sob., 7 mar 2026 o 10:12 {} napisał(a):
W dniu 7.03.2026 o 10:12, {} pisze:
so 7. 3. 2026 v 10:12 odesílatel {} napsal:
Dne 07. 03. 26 v 10:12 {} napsal(a):
so 7. 3. 2026 o 10:12 {} napísal(a):
{} ezt írta (időpont: 2026. márc. 7., Szo, 10:12):
Pe sâm., 7 mar. 2026 la 10:12, {} a scris:
На сб, 7.03.2026 г. в 10:12 {} написа:
сб, 7 мар. 2026 г. в 10:12, {}:
сб, 7 бер. 2026 р. о 10:12 {} пише:
sub, 7. ožu 2026. u 10:12 {} napisao je:
V V sob., 7. mar. 2026 ob 10:12 je oseba {} napisala:
Στις Σάβ 7 Μαρ 2026 στις 10:12 π.μ., ο χρήστης {} έγραψε:
{}, 7 Mar 2026 Cmt, 10:12 tarihinde şunu yazdı:
Kuupäev L, 7. märts 2026 kell 10:12 kirjutas {}:
sestd., 2026. g. 7. marts, plkst. 10:12 — lietotājs {} rakstīja:
2026-03-07, št, 10:12 {} rašė:
Missatge de {} del dia ds., 7 de març 2026 a les 10:12:
בתאריך שבת, 7 במרץ 2026 ב-10:12 מאת {}:
في السبت، 7 مارس 2026 في 10:12 ص تمت كتابة ما يلي بواسطة {}:
शनि, 7 मार्च 2026 को 10:12 am बजे को {} ने लिखा:
ในวันที่ ส. 7 มี.ค. 2026 เวลา 10:12 {} เขียนว่า:
Vào Th 7, 7 thg 3, 2026 vào lúc 10:12 {} đã viết:
Pada tanggal Sab, 7 Mar 2026 pukul 10.12 {} menulis:
2026年3月7日(土) 10:12 {}:
{} 于2026年3月7日周六 10:12写道：
{} 於 2026年3月7日 週六 上午10:12寫道：
2026년 3월 7일 (토) 오전 10:12, {}님이 작성:
""".strip().splitlines()

#: Attributions above quoted lines alone.
OTHERS = """
Zitat von {}:
{} schreef op 7 maart 2026 10:12:44 CET:
* {} [2026-03-07 10:12 +0100]:
In data sabato 7 marzo 2026 10:12:44 CET, {} ha scritto:
 ---- On Sat, 07 Mar 2026 10:12:44 +0100 {} wrote ----
""".strip("\n").splitlines()


@pytest.mark.parametrize("above", OTHERS)
def test_attributions_of_rarer_programs(above):
    text = f"{OWN}\n\n{above.format(HOST)}\n> no\n\nYes."
    assert own_words(text, certain=True).split() == [*OWN.split(), "Yes."]


@pytest.mark.parametrize("above", ATTRIBUTIONS)
def test_attributions_in_every_language(above):
    text = above.format(HOST)
    broken = text.replace(" <games", "\n<games")
    for form in (text, broken, text.replace("<", "(").replace(">", ")")):
        assert own_words(f"{OWN}\n\n{form}\n\n{OLD}\n", certain=True) == OWN
        assert own_words(f"{OWN}\n\n{form}\n> {OLD}\n\nYes.", certain=False).startswith(OWN)
    assert (
        own_words(f"{OWN}\n{above.format('Cleo')}\n> no\n\nYes.", certain=True) == f"{OWN}\n\nYes."
    )


def test_an_attribution_with_day_and_time_is_certain_without_an_address():
    above = "On 7 March 2026 at 10:12, Cleo wrote:"
    assert own_words(f"{OWN}\n\n{above}\n\n{OLD}", certain=True) == OWN


SIGNATURE = (
    "Ada Lovelace\nHead of Engines, Analytical Works\n+44 20 7946 0123 | ada@example.org\n\n"
    "This mail is confidential."
)
MARKS = [
    "id='Signature'", "id='x_Signature'", "class='gmail_signature' dir='ltr'",
    "data-smartmail='gmail_signature'", "class='moz-signature'", "class='moz-txt-sig'",
    "name='messageSignatureSection'", "class='protonmail_signature_block'",
    "class='tutanota_signature'", "data-marker='__SIG_PRE__'", "id='ms-outlook-mobile-signature'",
    "id='AppleMailSignature'", "id='ydp1234signature'", "class='yahoo-signature'",
    "id='bloop_sign_1772878'", "class='bloop_sign'", "class='airmail-signature'", "id='CanarySig'",
    "id='edo-signature'", "class='sh-signature'", "class='mmsig'", "class='MsoAutoSig'",
    "data-signature-widget='content'", "id='zm-_Id_-Sgn'", "class='x_x_gmail_signature'",
    "id='cm_signature'", "class='fastmail-signature' data-x='1'", "class='io-ox-signature'",
]  # fmt: skip


@pytest.mark.parametrize("mark", MARKS)
def test_signatures_that_a_page_marks(mark):
    page = (
        f"{div(OWN)}<div {mark}><p><b>Ada Lovelace</b></p><p>Head of <i>Engines</i>,"
        " <a href='http://example.org'>Analytical Works</a></p><p>+44&nbsp;20 7946&nbsp;0123 |"
        " <a href='mailto:ada@example.org'>ada@example.org</a></p><br><p>This mail is"
        " confidential.</p></div>"
    )
    links = (
        SIGNATURE.replace("Works", "Works<http://example.org>").replace(
            "ada@example.org", "ada@example.org<mailto:ada@example.org>"
        ),
        SIGNATURE.replace("Works", "Works <http://example.org/>").replace("Ada L", "*Ada L*"),
        SIGNATURE.replace("Analytical Works", "*Analytical\nWorks <\nhttp://example.org/a?b=c>*"),
        SIGNATURE.replace("Engines", "_Engines_").replace(
            "20 7946 0123 |", "20\u00a07946\u00a00123\n|"
        ),
        f"[image: Logo]\n{SIGNATURE}\n[cid:image001.png@01DA]",
    )
    for plain in links:
        assert people(Parts(f"{OWN}\n\n{plain}\n", page)).strip() == OWN, plain
    assert people(Parts("", page)).split() == OWN.split()


@pytest.mark.parametrize("mark", MARKS)
def test_what_is_written_where_the_signature_stood_is_kept_if_it_is_all(mark):
    page = f"<div><br></div>{div(OWN, mark)}<hr><div id='divRplyFwdMsg'>{escape(HOST)}</div>"
    mail = message_of(Parts(f"{OWN}\n\n{'_' * 32}\n{HEAD}\n\n{OLD}\n", page))
    words = personal_text(mail_texts(bytes(mail)), MARK)
    assert words.text == OWN
    assert "It was read, since you wrote nothing else." in words.remarks("Not sent")


FOOTERS = """
Sent with Spark|Sent from Spark|Sent from my Fairphone 5|Sent via Superhuman iOS|Sent with Airmail
Sent from Mailspring|Sent from Canary (https://canarymail.io)|Sent from eM Client|[Sent from Nine]
Sent from Nine<http://www.9folders.com>|Sent via the Samsung Galaxy S21, an AT&T 5G smartphone
Sent with [Proton Mail](https://proton.me/) secure email.|*Sent from my Moto*
Get BlueMail for Android
Gesendet mit Spark|Gesendet von meinem Fairphone|Von Yahoo Mail auf Android gesendet
Mit der GMX iPhone App gesendet|Gesendet aus Outlook für Android|Envoyé avec Spark
Envoyé depuis mon Fairphone|Enviado con Spark|Enviado desde mi Xiaomi|Enviado do meu iPhone
Inviato da Spark|Inviato dal mio Oppo|Verzonden met Spark|Verstuurd vanaf mijn OnePlus
Skickat från min Sony|Sendt fra Spark|Wysłano z Spark|Wysłane z mojego iPhone'a|Odesláno z mého Sony
Odoslané z iPhonu|Poslano s mog iPhonea|Poslano iz mojega iPhona|Отправлено из Spark
Отправлено с моего Redmi|Надіслано зі Spark|Изпратено от моя iPhone|Lähetetty Sparkilla
Στάλθηκε από το iPhone μου|Trimis din Spark|Spark'tan gönderildi|iPhone'umdan gönderildi
Elküldve az iPhone-omról|iPhone-ról küldve|Saadetud minu iPhone'ist|Nosūtīts no mana iPhone
Išsiųsta iš mano iPhone|Dikirim dari iPhone saya|Gửi từ iPhone của tôi|נשלח מה-iPhone שלי
تم الإرسال من iPhone|أُرسلت من الـ iPhone|ส่งจาก iPhone ของฉัน|मेरे iPhone से भेजा गया
Xperiaから送信|发自我的小米手机|从我的 iPhone 发送|從我的 iPhone 傳送|내 iPhone에서 보냄
Télécharger Outlook pour iOS|Hanki Outlook for iOS|Scarica Outlook per Android
Virenfrei.www.avast.com
Enviat des del meu iPhone|Sent from Yahoo Mail. Get the app|Sent from Mail for Windows
"""


@pytest.mark.parametrize("footer", FOOTERS.strip().replace("\n", "|").split("|"))
def test_lines_that_programs_add_at_the_end(footer):
    for form in (footer, f"—\n{footer}", f"{footer}\n\n-- \nAda"):
        assert own_words(f"{OWN}\n\n{form}\n", certain=True) == OWN
        assert own_words(f"{OWN}\n\n{form}\n\n{HEAD}\n\n{OLD}", certain=True) == OWN
    assert own_words(f"{footer}\nYes.") == f"{footer}\nYes."


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my heart: yes.", "Sent with love", "Sent from the bridge of the Anvil.",
        "Sent you three ships.", "Sent from my flagship", "Ich habe dir drei Schiffe gesendet.",
        "Üç gemi gönderildi.", "Sent with 3 Frigates to 7 by 3", "Get ready for turn 5",
        "Sent from Mars with three ships, they arrive at turn 7.", "MOVE 1 NE",
        "Send 5 to PL Mars", "基地から送信しました。", "sent from Mars",
        "来自北方的舰队到了。",
        "Envoyé trois navires.", "Lähetetty kolme alusta", "Von Brin kam die Nachricht",
        "Gesendet am Freitag", "—",
    ],
)  # fmt: skip
def test_last_lines_that_players_write_stay(line):
    assert own_words(f"{OWN}\n\n{line}", certain=True) == f"{OWN}\n\n{line}"


@pytest.mark.parametrize(
    "line",
    [
        "-----Mensaje original-----", "----- Oprindelig besked -----", "_" * 32, "-- ", "> quoted",
        "From: Cleo's games", "Enviada em: s\u00e1bado, 7 de mar\u00e7o de 2026 10:12",
        "On Sat, 7 Mar 2026 at 10:12, Cleo <games@example.com>", "Cleo's games wrote:",
        "sob., 7 mar 2026 o 10:12 Cleo's games",
        "Sent from Spark", "#END", "",
    ],
)  # fmt: skip
def test_lines_that_are_never_joined_to_others(line):
    for text in (f"Ada \n{line}\nmore", f"Ada \n{line} \nmore", f"{line} \nmore \nof it"):
        lines = [each.rstrip() for each in without_marks(unwrap(text)).split("\n")]
        assert line.rstrip() in lines, text
        assert "more of it" in lines or "more" in lines
