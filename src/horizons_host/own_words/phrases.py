"""The words by which mail programs announce quotations and sign mails, in many languages.

Facts about programs: labels of header fields, verbs of attributions, footers of phones.
"""

# ruff: noqa: RUF001 - letters of other languages

from __future__ import annotations

import re

#: Labels of the fields that programs repeat above a quoted mail, by what they say.
_LABELS = {
    "from": "from von de da van från fra od ot от de la lähettäjä feladó kimden gönderen expéditeur"
    " remitente mittente afsender avsender avsändare nadawca odesílatel отправитель від 差出人"
    " 发件人 寄件者 寄件人 보낸사람 από",
    "date": "sent date gesendet datum envoyé enviado enviada inviato verzonden skickat sendt"
    " wysłano odesláno отправлено дата надіслано lähetetty päivämäärä elküldve dátum gönderildi"
    " tarih trimis data fecha 送信日時 日付 日時 发送时间 日期 寄件日期 보낸날짜 날짜 ημερομηνία"
    " στάλθηκε",
    "to": "to an à a per para aan till til do komu кому vastaanottaja címzett kime alıcı către"
    " destinataire destinatario destinatário 宛先 收件人 받는사람 προς",
    "cc": "cc kopie kopia copie copia cópia dw копия копія ccn bcc kopi 抄送 副本 참조",
    "subject": "subject betreff objet asunto assunto oggetto onderwerp ämne emne temat předmět"
    " předmet тема aihe tárgy konu subiect sujet 件名 主题 主旨 제목 θέμα",
    "other": "reply-to importance priority antworten-an organization attachments anlagen"
    " wichtigkeit priorité importancia",
}
ROLE_OF_LABEL = {label: role for role, words in _LABELS.items() for label in words.split()}
#: Stands in Notes' lists of fields, which have no colons, above an address.
RESPOND_TO = frozenset(
    ("please respond to", "bitte antwort an", "veuillez répondre à", "por favor, responda a")
)
ROLE_OF_LABEL |= dict.fromkeys((*RESPOND_TO, "sent by"), "other")
ROLE_OF_LABEL |= {"date d'envoi": "date", "de la": "from", "보낸 사람": "from"}
ROLE_OF_LABEL |= {"보낸 날짜": "date", "받는 사람": "to", "reply to": "other"}

#: What says that somebody wrote: the end, or nearly so, of an attribution.
VERBS = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|a écrit|a ecrit|écrivait|escribió|escribio|escreveu"
    r"|ha scritto|scrisse|schreef|skrev|napisał|napisała|napsal|napsala|napisal|написал|написала"
    r"|пишет|пише|написав|kirjoitti|yazdı|írta|a scris|έγραψε|va escriure|skrifaði|kirjutas"
    r"|rašė|rakstīja|đã viết|menulis)\b|写道|寫道|写到|書きました|のメール|작성|כתב|كتب",
    re.IGNORECASE,
)

#: First words of attributions, in front of a date.
OPENERS = frozenset(
    "on am le el il em op den dne dnia w în la на в a på pe at vào pada dana ons".split()  # noqa: SIM905
)

#: `-----Original Message-----` and the like, without the dashes.
_WHOLE_MAIL = (
    "original message|original email|forwarded message|begin forwarded message"
    "|ursprüngliche nachricht|originalnachricht|original-nachricht|weitergeleitete nachricht"
    "|original nachricht|anfang der weitergeleiteten nachricht|message d'origine"
    "|message original|courriel original|message transféré|message transmis|e-mail d'origine"
    "|début du message réexpédié|début du message transféré|mensaje original"
    "|mensaje reenviado|inicio del mensaje reenviado|mensagem original|mensagem encaminhada"
    "|messaggio originale|messaggio inoltrato|inizio messaggio inoltrato"
    "|oorspronkelijk bericht|oorspronkelijke bericht|doorgestuurd bericht"
    "|ursprungligt meddelande|ursprungsmeddelande|vidarebefordrat meddelande"
    "|oprindelig meddelelse|videresendt meddelelse|opprinnelig melding|videresendt melding"
    "|original meddelelse|oryginalna wiadomość|wiadomość oryginalna|wiadomość przekazana"
    "|původní zpráva|přeposlaná zpráva|pôvodná správa|исходное сообщение"
    "|оригинальное сообщение|пересылаемое сообщение|пересланное сообщение"
    "|alkuperäinen viesti|välitetty viesti|eredeti üzenet|továbbított üzenet"
    "|orijinal mesaj|özgün ileti|iletilen mesaj|mesaj original|αρχικό μήνυμα|元のメッセージ"
    "|原始邮件|原邮件|转发邮件|原始郵件|轉寄郵件|원본 메시지|원본 메일"
)
WHOLE_MAIL = re.compile(
    rf"\s*[-_=*]{{2,40}} ?(?:{_WHOLE_MAIL})(?: ?[-_=*]{{2,40}}|:)?\s*"
    rf"|\s*(?:{_WHOLE_MAIL})\s?:?\s*"
    r"|\s*-{3,40} ?(?:original|(?:forwarded by|weitergeleitet von|réacheminé par|transféré par"
    r"|reenviado por|inoltrato da)\b[^-]{1,150}) ?-{3,40}\s*",
    re.IGNORECASE,
)
#: What people, too, write above words of their own.
WEAK_WHOLE_MAIL = re.compile(r"\s*-{3,40} ?original ?-{3,40}\s*", re.IGNORECASE)

_DEVICE = (
    r"iphone|ipad|ipod|\bios\b|android|blackberry|galaxy|samsung|xiaomi|huawei|mobil\w*|handy|smartphone"
    r"|phone|tel[eé]fono|téléphone|telefon\w*|telefoon|tablet\w*|outlook|yahoo|mail|gmail|proton\w*"
    r"|thunderbird|k-9|gmx|web\.de|windows|app|móvil|celular|cellulare|телефон\w*|устройств\w*"
    r"|айфон\w*|メール|携帯|手机|휴대폰"
)
#: Lines that phones and mail programs put at the end of every mail.
FOOTER = re.compile(
    rf"\s*(?=.*(?:{_DEVICE})|.*送信|.*的)"
    r"(?:(?:sent|composed) (?:from|with|via|using)\b|get outlook for\b"
    r"|von (?:yahoo|outlook|gmx)\b|gesendet (?:von|mit|über|mittels)\b"
    r"|diese nachricht wurde von mein"
    r"|holen sie sich outlook|outlook für (?:ios|android) (?:beziehen|herunterladen)"
    r"|envoyé (?:de|depuis|à partir de|avec)\b|télécharge[rz] outlook|obtene[rz] outlook"
    r"|obtenir outlook"
    r"|enviad[oa] (?:desde|do|a partir d|com|con|via|de)|inviato (?:da|dal|con)\b"
    r"|scarica outlook|ottieni outlook|verzonden (?:vanaf|met|via)\b|verstuurd vanaf\b"
    r"|outlook (?:voor|downloaden)"
    r"|skickat från\b|hämta outlook|sendt fra\b|hent outlook|få outlook|wysłan[eoy] z\b"
    r"|pobierz aplikację outlook|odesláno z\b|отправлено (?:с|из)\b|lähetetty\b|hanki outlook"
    r"|gönderildi\b|trimis (?:de pe|din)\b|iphoneから送信|发自我的|從我的|내 iphone에서)"
    r".{0,160}"
    r"|\s*(?:(?:von|mit) mein[\w/]* .{1,60} (?:gesendet|geschickt)|.{1,60}から送信)\.?\s*",
    re.IGNORECASE,
)
FOOTER_EXCUSE = re.compile(
    r"\s*(?:please excuse (?:my brevity|any typos)|diese nachricht wurde .{0,60} gesendet"
    r"|bitte entschuldigen sie die kürze).{0,80}",
    re.IGNORECASE,
)
